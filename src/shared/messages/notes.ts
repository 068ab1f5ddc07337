/** Copy of notes: beside a video, and on the page of all of them with its search. */
export const notesMessages = {
  empty: 'Please write something first.',
  editedEmpty: 'Please write something. To remove the note, press Cancel and then Remove.',
  loadFailed: 'Your notes could not be loaded',
  notSaved: 'The note could not be saved. It is kept here: try again when the connection is back.',
  notRemoved: 'The note could not be removed. Please try again.',
  noneBeside: 'No notes yet. What you write is kept with its place in the film.',
  searchEmpty: 'Write what you are looking for.',
  ownNotes: 'Your notes and questions',
  none: 'Nothing yet',
  howToNote:
    'Open a film, choose Notes beside it, and write. Each note keeps its place, and a question to the instructor is asked there too.',
  searchLabel: 'Search what the films say, and your notes',
  search: 'Search',
  results: 'Places found',
  yourNote: 'your note',
  found: (count: number) =>
    count === 0
      ? 'Nothing found in your open films and your notes. Fewer or other words may help.'
      : `${count} ${count === 1 ? 'place' : 'places'}, the best first.`,
} as const
