import { formatPounds, type Pence } from '#shared/money/money.ts'

/** Copy of the catalog in the back office. */
export const catalogMessages = {
  title: 'Catalogue',
  titleRequired: 'Please give the film a title.',
  descriptionRequired: 'Please describe the film.',
  priceInvalid: 'Please enter pounds and pence, like 60 or 59.50.',
  priceTooSmall: 'A card cannot be charged less than 30p: enter 0, or 0.30 and more.',
  priceTooLarge: 'Please enter at most £10,000.',
  priceQuestion: 'Is the price right?',
  unlikelyPrice: (title: string, before: Pence, after: Pence) =>
    `${title} costs ${formatPounds(before)} now. From now on it would cost ${after === 0 ? 'nothing' : formatPounds(after)}.`,
  savePrice: (price: Pence) => `Save ${formatPounds(price)}`,
  durationInvalid: 'Please enter whole minutes, from 1 to 1,000.',
  lengthFar: (runs: string, minutes: number) =>
    `The file runs ${runs}, and the catalogue says ${minutes} min. Is it the right film?`,
  monthsInvalid: 'Please enter whole months, from 1 to 60.',
  discountInvalid: 'Please enter pounds and pence, like 40 or 37.50.',
  discountTooLarge: (total: Pence) =>
    `All seven films cost ${formatPounds(total)} together: the collection cannot save more than that.`,
  packageTooSmall:
    'The complete package would cost less than 30p, which no card can be charged. Make it £0, or 30p and more.',
  packageBelowNothing: (discount: Pence) =>
    `The films together would cost less than the ${formatPounds(discount)} a collection saves. Lower the saving first.`,
  saved: 'Catalogue Saved',
  saveFailed: 'Failed to save the catalogue',
  published: 'New File Published',
  storyboard: (done: number, pictures: number) => `Pictures for the seek bar: ${done} of ${pictures}`,
  noStoryboard: 'This browser could not make pictures for the seek bar. The film is published without them.',
  publishFailed: 'Failed to publish the file',
  uploadFailed: 'The upload stopped',
  connectionLost: 'The connection broke. What has arrived is kept: go on when the line is back.',
  chooseAgain: 'This page was loaded anew. Choose the same file, and the upload goes on where it stopped.',
  anotherFile: (name: string) => `That is another file. Choose ${name} itself, or discard this upload first.`,
  checking: 'Checking the file…',
  checkFailed: 'The file could not be checked',
  arrived: 'File Checked',
  refused: 'File Refused',
  readIt: 'Read it',
  wordsStay:
    'Captions and chapters stay as they are: replace them too where the new film runs differently. Who is watching the old film at this moment may have to start again.',
  termsStay: 'For what is bought from now on. Orders that exist keep their terms.',
  discarded: 'Upload Discarded',
  discardFailed: 'Failed to discard the upload',
} as const

/** What is wrong with an uploaded file, one sentence for each error, and what to do about it. */
export const mediaErrors = {
  notWhole: 'The file has not arrived whole. Choose it again, and the upload goes on where it stopped.',
  empty: 'The file is empty.',
  notMp4: (found: string) =>
    `This is ${found}, not an MP4 film. Export it as MP4 with H.264 picture and AAC sound.`,
  unknownFile: 'something else',
  cutOff:
    'The film breaks off: the file ends before it should. Export it again, or copy it again from where it came.',
  noIndex: 'The film has no index (moov), so it cannot be played. Export it again.',
  indexLast:
    'The index of the film lies at its end, so that playing would wait for the whole file. Export it with “fast start” (also called “web optimised”).',
  indexTooLarge: 'The index of the film is larger than any film needs. Export it again.',
  fragmented:
    'The film is stored in fragments, which some browsers cannot play. Export it as an ordinary MP4.',
  broken: 'The index of the film is damaged. Export it again.',
  encrypted:
    'The film is protected against copying, so no browser can play it. Export it without protection.',
  noPicture: 'The file has no picture: it holds sound alone.',
  pictureCodec: (found: string) =>
    `The picture is ${found}, which not every browser plays. Export it with H.264 picture.`,
  soundCodec: (found: string) =>
    `The sound is ${found}, which not every browser plays. Export it with AAC sound.`,
  noLength: 'The film does not say how long it is, or has no length. Export it again.',
  tooLong: 'The film runs longer than twelve hours.',
  notVtt: 'This is no WebVTT file: its first line must be “WEBVTT”.',
  notUtf8: 'The text is not in UTF-8. Save it as UTF-8.',
  noCues: 'There is not one cue in the file: a line with two times and an arrow, and words below it.',
  badTime: (line: number) =>
    `Line ${line} should be two times with an arrow, like 00:00:01.000 --> 00:00:04.000.`,
  endsBeforeStart: (line: number) => `The cue on line ${line} ends before it starts.`,
  noWords: (line: number) => `The cue on line ${line} has no words.`,
  chaptersMixed: (line: number) => `The chapter on line ${line} starts before the one above it ends.`,
  notImage: 'This is neither a JPEG nor a PNG image.',
  imageBroken: 'The image is damaged: its size cannot be read.',
  imageTooSmall: (width: number, height: number) =>
    `The image is ${width} by ${height} pixels. It should be at least 640 by 360.`,
  imageTooLarge: (width: number, height: number) =>
    `The image is ${width} by ${height} pixels. Please make it at most 6000 on either side.`,
  badStoryboard: 'The pictures for the seek bar could not be used. Publish the film without them.',
  tooManyBytes: (limit: string) => `The file is too large: at most ${limit} are taken.`,
} as const

/** What the admin should know about a file that can be used all the same. */
export const mediaRemarks = {
  noSound: 'The film has no sound.',
  lowPicture: (height: number) => `The picture is only ${height} lines high.`,
  pastTheEnd: 'Some of it lies after the end of the film that is in the shop now.',
} as const
