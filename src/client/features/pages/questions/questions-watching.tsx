import { Link } from 'react-router'
import { capitalised, inWords } from '#client/lib/format.ts'
import { paths } from '#client/site/paths.ts'
import type { Question } from './question.ts'

export function watchingQuestions(maxStreams: number): Question[] {
  return [
    {
      id: 'where-are-my-films',
      heading: 'Where are my films?',
      content: (
        <p>
          Under <Link to={paths.dashboard()}>My Videos</Link>, with what you have watched of each and the date
          on which it closes. Sign in with the address you bought them with.
        </p>
      ),
      also: 'dashboard find library missing',
    },
    {
      id: 'place-kept',
      heading: 'Is my place kept?',
      content: (
        <p>
          Yes, every few seconds, on every device you sign in on. A film you have seen to the end starts again
          from the beginning.
        </p>
      ),
      also: 'resume continue progress position',
    },
    {
      id: 'phone-tablet',
      heading: 'Can I watch on a phone or a tablet?',
      content: (
        <p>
          Yes, in its browser; there is nothing to install. Any current version of Chrome, Edge, Firefox or
          Safari plays the films, and your place moves with you from one device to the next.
        </p>
      ),
      also: 'iphone ipad android mobile app laptop computer mac windows browser',
    },
    {
      id: 'tv',
      heading: 'Can I watch on a television?',
      content: (
        <p>
          With a cable from a laptop or tablet, yes. Casting is turned off in the player, and picture in
          picture as well: it would take the film past what protects it.
        </p>
      ),
      also: 'tv chromecast airplay cast hdmi smart screen mirroring',
    },
    {
      id: 'two-devices',
      heading: 'Can I watch on two devices at the same time?',
      content: (
        <p>
          You may sign in on as many of your own devices as you like. {capitalised(inWords(maxStreams))} can
          play at the same moment. One too many says that the account is already playing elsewhere: close the
          film there, and it goes on here. The account is for one person.
        </p>
      ),
      also: 'already playing elsewhere share simultaneous streams family',
    },
    {
      id: 'captions',
      heading: 'Are there captions and a transcript?',
      content: (
        <p>
          Where the film brings them, yes. Captions come in four sizes and three contrasts. The transcript
          beside the film follows what is said and can be searched; pressing a line goes there.
        </p>
      ),
      also: 'subtitles deaf hearing accessibility text',
    },
    {
      id: 'speed-notes',
      heading: 'Can I change the speed, jump to a chapter, take notes?',
      content: (
        <p>
          Yes, all three. Speed goes from half to double. Chapters stand beside the film. A note keeps the
          place at which you wrote it and is yours alone. The ? key shows the keys that work the player. On a
          phone the film plays with the phone’s own controls.
        </p>
      ),
      also: 'faster slower playback keyboard shortcuts bookmark',
    },
    {
      id: 'download',
      heading: 'Can I download a film and watch without internet?',
      content: (
        <p>
          No. Films are for watching here, on line, with your account, as the{' '}
          <Link to={paths.licenceAgreement}>licence agreement</Link> says.
        </p>
      ),
      also: 'offline save copy record plane',
    },
    {
      id: 'show-class',
      heading: 'May I show a film to a class or a club evening?',
      content: (
        <p>
          Not with the licence you buy here, which is for one person’s own study.{' '}
          <Link to={`${paths.contact}?topic=club`}>Write first</Link>: that needs another licence.
        </p>
      ),
      also: 'group school classroom teach students licence public',
    },
  ]
}
