import { clockTime } from '#client/lib/clock-time.ts'
import { trpc } from '#client/lib/trpc.ts'
import { usePageData } from '#client/site/page-data-context.tsx'
import { videoDetailMessages } from '#shared/messages/cart.ts'
import type { PageVideo } from '#shared/schemas/catalog.ts'

type VideoContentsProps = { video: PageVideo; headingLevel: 2 | 3 }

/** What is in a video, and who teaches it; nothing of what the owner has not given. */
export function VideoContents({ video, headingLevel }: VideoContentsProps) {
  const { chapters: ready, sampleVideoIds } = usePageData()
  const known = ready[video.id]
  const { data } = trpc.catalog.chapters.useQuery(undefined, { enabled: known === undefined })
  const chapters = known ?? data?.[video.id] ?? []
  const Heading = `h${headingLevel}` as const
  return (
    <>
      {chapters.length > 0 && (
        <section className="video-chapters">
          <Heading className="side-heading">{videoDetailMessages.chapters}</Heading>
          {sampleVideoIds.includes(video.id) && (
            <p className="quiet small">{videoDetailMessages.sampleChapters}</p>
          )}
          <ol>
            {chapters.map(({ startSeconds, title }) => (
              <li key={startSeconds}>
                <span className="figure quiet">{clockTime(startSeconds)}</span>
                <span>{title}</span>
              </li>
            ))}
          </ol>
        </section>
      )}
      <Instructor />
    </>
  )
}

function Instructor() {
  const { instructor } = usePageData()
  if (instructor === null) return null
  const { name, licence, pictureUrl } = instructor
  return (
    <p className="video-instructor">
      {pictureUrl !== null && <img src={pictureUrl} alt="" width={72} height={72} />}
      <span>
        <b>{videoDetailMessages.taughtBy(name)}</b>
        {licence !== null && <span className="second-line">{licence}</span>}
      </span>
    </p>
  )
}
