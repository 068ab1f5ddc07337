function places(count: number): string {
  return `${count} ${count === 1 ? 'place' : 'places'}`
}

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
  searchHint: 'A few words or a question. Each result leads to its second of the film.',
  search: 'Search',
  results: 'Places found',
  yourNote: 'Your note',
  places,
  found: (count: number, videos: number) =>
    count === 0 ? 'Nothing found' : `${places(count)}${videos > 1 ? ` in ${videos} films` : ''}`,
  searched:
    'Fewer or other words may help. Only the films that are open to you and your notes on them are searched.',
  allVideos: 'See all films',
} as const
