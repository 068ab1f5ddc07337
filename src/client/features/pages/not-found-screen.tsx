import { Link } from 'react-router'
import { notFoundMessages } from '#shared/messages/site.ts'
import { paths } from '../../app/paths.ts'
import { LostDrawing } from '../../art/lost-drawing.tsx'
import { Button } from '../../ui/button.tsx'
import { Box, Page } from '../../ui/wrap.tsx'

export function NotFoundScreen() {
  return (
    <Page>
      <Box className="lost">
        <div>
          <h1>{notFoundMessages.title}</h1>
          <p className="mt-3">
            You are somewhere inside the dashed circle, and so is the page. Go back to the last place you were
            sure of.
          </p>
          <p className="row mt-6">
            <Button variant="go" asChild>
              <Link to={paths.home}>{notFoundMessages.home}</Link>
            </Button>
          </p>
        </div>
        <LostDrawing />
      </Box>
    </Page>
  )
}
