import { NotebookPen } from 'lucide-react'
import { LoadError } from '#client/lib/load-error.tsx'
import { trpc } from '#client/lib/trpc.ts'
import { PageSpinner, RequireStudent } from '#client/site/guards.tsx'
import { LinkButton } from '#client/site/link-button.tsx'
import { usePageData } from '#client/site/page-data-context.tsx'
import { paths } from '#client/site/paths.ts'
import { Empty } from '#client/ui/empty.tsx'
import { Page } from '#client/ui/layout.tsx'
import { Loading } from '#client/ui/skeleton.tsx'
import { SubjectName } from '#client/ui/subject-symbol.tsx'
import { dashboardMessages } from '#shared/messages/dashboard.ts'
import { notesMessages } from '#shared/messages/notes.ts'
import { questionMessages } from '#shared/messages/questions.ts'
import { headerMessages, networkMessages } from '#shared/messages/site.ts'
import type { PageVideo } from '#shared/schemas/catalog.ts'
import { NoteEntry } from './note-entry.tsx'
import { NotesSearch } from './notes-search.tsx'
import { QuestionEntry } from './question-entry.tsx'
import { useFocusOfRemoved, useNotes, useSeek } from './use-notes.ts'

/** All notes and questions of a student, and one search over the words of their videos and notes. */
export function NotesScreen() {
  return (
    <RequireStudent signInPath={paths.login()} pending={<PageSpinner />}>
      {(user) => <AllNotes key={user.id} userId={user.id} />}
    </RequireStudent>
  )
}

function AllNotes({ userId }: { userId: string }) {
  const { videos } = usePageData()
  const notes = trpc.useQueries((t) => videos.map(({ id }) => t.progress.notes({ userId, videoId: id })))
  const heading = useFocusOfRemoved(notes.reduce((sum, { data }) => sum + (data?.length ?? 0), 0))
  const questions = trpc.useQueries((t) =>
    videos.map(({ id }) => t.progress.questions({ userId, videoId: id })),
  )
  const owned = trpc.progress.videos.useQuery({ userId })
  const isNoneOpen = owned.data?.length === 0
  const queries = [...notes, ...questions]
  const isEmpty =
    notes.every(({ data }) => data?.length === 0) && questions.every(({ data }) => data?.own.length === 0)
  const isFailed = ({ error, data }: { error: unknown; data: unknown }) => error && !data
  const failedNotes = notes.find(isFailed)
  const failed = failedNotes ?? questions.find(isFailed)
  return (
    <Page>
      <h1>{headerMessages.notes}</h1>
      <NotesSearch userId={userId}>
        <h2 className="notes-own" ref={heading} tabIndex={-1}>
          {notesMessages.ownNotes}
        </h2>
        {queries.some(({ isPending }) => isPending) && <Loading label={networkMessages.loading} />}
        {failed && (
          <LoadError
            query={{ error: failed.error, refetch: () => queries.forEach((query) => void query.refetch()) }}
            title={failedNotes ? notesMessages.loadFailed : questionMessages.loadFailed}
          />
        )}
        {isEmpty && !owned.isPending && (
          <div className="box">
            <Empty
              symbol={<NotebookPen aria-hidden="true" />}
              title={isNoneOpen ? dashboardMessages.noneOpenYet : notesMessages.none}
              action={
                <LinkButton to={isNoneOpen ? paths.videos : paths.dashboard()}>
                  {isNoneOpen ? notesMessages.allVideos : dashboardMessages.title}
                </LinkButton>
              }
            >
              {notesMessages.howToNote}
            </Empty>
          </div>
        )}
        {videos.map((video, index) =>
          notes[index]?.data?.length || questions[index]?.data?.own.length ? (
            <VideoNotes key={video.id} userId={userId} video={video} />
          ) : null,
        )}
      </NotesSearch>
    </Page>
  )
}

function VideoNotes({ userId, video }: { userId: string; video: PageVideo }) {
  const { notes, save, remove } = useNotes({ userId, videoId: video.id })
  const { data: questions } = trpc.progress.questions.useQuery({ userId, videoId: video.id })
  const onSeek = useSeek(video.id)
  return (
    <section className="notes notes-video" aria-label={video.title}>
      <h3>
        <SubjectName category={video.categorySlug}>{video.title}</SubjectName>
      </h3>
      {!!notes.data?.length && (
        <ol>
          {notes.data.map((note) => (
            <NoteEntry
              key={note.id}
              note={note}
              onSeek={onSeek}
              onRewrite={(body) => save.mutateAsync({ ...note, userId, body })}
              onRemove={() => remove.mutateAsync({ userId, id: note.id })}
            />
          ))}
        </ol>
      )}
      {!!questions?.own.length && (
        <>
          <h4 className="notes-heading">{questionMessages.own}</h4>
          <ol aria-label={questionMessages.own}>
            {questions.own.map((question) => (
              <QuestionEntry key={question.id} question={question} onSeek={onSeek} />
            ))}
          </ol>
        </>
      )}
    </section>
  )
}
