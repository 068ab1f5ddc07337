import { Link } from 'react-router'
import { Drawing } from '#client/art/drawing.tsx'
import { Marks } from '#client/art/marks.tsx'
import { Box, Page } from '#client/ui/layout.tsx'
import { footerMessages, notFoundMessages } from '#shared/messages/site.ts'
import { LinkButton } from './link-button.tsx'
import { paths } from './paths.ts'
import { PrintHead } from './print-head.tsx'

/** What stands at an address that leads nowhere. */
export function NotFound() {
  return (
    <Page>
      <PrintHead />
      <Box className="lost">
        <div>
          <h1>{notFoundMessages.title}</h1>
          <p className="lost-text">
            You are somewhere inside the circle. Fly straight and level, and pick something you can identify.
          </p>
          <p className="lost-text">
            If a link of ours led here, <Link to={paths.contact}>tell us which</Link>.
          </p>
          <p className="row actions">
            <LinkButton to={paths.home} variant="go">
              {notFoundMessages.home}
            </LinkButton>
            <LinkButton to={paths.videos}>The films</LinkButton>
            <LinkButton to={paths.support}>{footerMessages.helpCenter}</LinkButton>
          </p>
        </div>
        <Drawing className="lost-drawing" keep="right">
          <Marks name="lost" />
        </Drawing>
      </Box>
    </Page>
  )
}
