import * as palette from './palette.mjs'
import { fade, level, line, text } from './pen.mjs'
import { sentences } from './words.mjs'

/** The opening of a film: its name is spoken while it is drawn. */
export function titleCard({ chapter, subject, title, say }) {
  return {
    chapter,
    heading: false,
    atLeast: 4,
    lines: [{ caption: `${subject}. ${title}.`, ...(say ? { say } : {}) }],
    draw(g, beat, { code, colour }) {
      text(g, [120, 226], code, { size: 24, weight: 700, colour })
      text(g, [186, 226], subject, { size: 24, weight: 600 })
      level(g, 250, [120, 840], { colour, width: 3, share: beat.in(0, 1.4) })
      text(g, [120, 308], title, { size: 46, weight: 700 })
      fade(g, beat.in(0, 0.8, 0.8), () =>
        text(g, [120, 352], 'A drawn sample with a synthetic voice.', { size: 20, colour: palette.soft }),
      )
    },
  }
}

/** The last words of a film, over a summary of what it taught. */
export function summaryCard({ chapter, captions, points }) {
  return {
    chapter,
    lines: sentences(...captions),
    draw(g, beat, { colour }) {
      points.forEach((point, index) => {
        const y = 156 + index * 66
        fade(g, beat.in(0, 0.7, index * 0.7), () => {
          line(
            g,
            [
              [120, y - 22],
              [120, y + 12],
            ],
            { colour, width: 4 },
          )
          text(g, [142, y + 4], point, { size: 28, weight: 600 })
        })
      })
    },
  }
}
