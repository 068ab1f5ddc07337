import { ViewingButtons } from './video-button.tsx'

/** What the browser's own controls hide in a menu, or have not at all: under the picture, and beside it in landscape. */
export function PhoneBar(props: ViewingButtons & { isCovered: boolean }) {
  return (
    <div className="phone-bar" inert={props.isCovered}>
      <ViewingButtons {...props} />
    </div>
  )
}
