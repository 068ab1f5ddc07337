import { Link, useParams } from 'react-router'
import { useCart } from '#client/features/cart/use-cart.ts'
import { inWords } from '#client/lib/format.ts'
import { LinkButton } from '#client/site/link-button.tsx'
import { NotFound } from '#client/site/not-found.tsx'
import { usePageData } from '#client/site/page-data-context.tsx'
import { paths } from '#client/site/paths.ts'
import { PrintHead } from '#client/site/print-head.tsx'
import { Page } from '#client/ui/layout.tsx'
import { SubjectSymbol, SubjectTag } from '#client/ui/subject-symbol.tsx'
import type { PageVideo } from '#shared/schemas/catalog.ts'
import { CodeStrip } from './components/code-strip.tsx'
import { EarlyPreview, usePreviewOf, VideoPicture } from './components/free-preview.tsx'
import { SmallPrint } from './components/small-print.tsx'
import { VideoContents } from './components/video-contents.tsx'
import { VideoAction, VideoDetails } from './components/video-details.tsx'

/** A video on a page of its own: what the dialog shows, with an address to share. */
export function VideoScreen() {
  const { slug } = useParams()
  const { videos } = usePageData()
  const video = videos.find((candidate) => candidate.slug === slug)
  return video ? <VideoPage video={video} /> : <NotFound />
}

function VideoPage({ video }: { video: PageVideo }) {
  const { videos } = usePageData()
  const isOwned = useCart().stateOf(video.id) === 'owned'
  const preview = usePreviewOf(video.categorySlug)
  return (
    <>
      <CodeStrip />
      <Page>
        <PrintHead path={paths.video(video.slug)} />
        <div className="neatline" data-subject={video.categorySlug}>
          <div className="dialog-detail">
            <VideoPicture category={video.categorySlug} isOwned={isOwned} />
            <div className="dialog-body">
              <SubjectTag category={video.categorySlug} />
              <h1 className="video-title">{video.title}</h1>
              <p className="video-description">{video.description}</p>
              <VideoDetails video={video} />
              <div className="row dialog-acts">
                <VideoAction video={video} />
                <LinkButton to={paths.videos}>All {inWords(videos.length)} films</LinkButton>
              </div>
            </div>
          </div>
          <div className="video-more">
            <VideoContents video={video} headingLevel={2} />
          </div>
        </div>
        {!isOwned && (
          <>
            {preview && <EarlyPreview preview={preview} />}
            <h2 className="visually-hidden">Before you buy</h2>
            <SmallPrint videos={inWords(videos.length)} />
          </>
        )}
        <OtherVideos videos={videos.filter(({ id }) => id !== video.id)} />
      </Page>
    </>
  )
}

function OtherVideos({ videos }: { videos: readonly PageVideo[] }) {
  return (
    <nav className="other-videos-nav" aria-labelledby="other-films">
      <h2 id="other-films">The other films</h2>
      <ul className="other-videos">
        {videos.map(({ slug, title, categorySlug }) => (
          <li key={slug}>
            <SubjectSymbol category={categorySlug} />
            <Link to={paths.video(slug)}>{title}</Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
