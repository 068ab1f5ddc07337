import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'

/** Frames a second: enough for slow drawings, and half the bytes of twenty-five. */
export const frameRate = 20

/** An ffmpeg that takes raw RGBA frames and the finished voice track and writes one MP4 for the web. */
export function startEncoder({ file, width, height, sound }) {
  const ffmpeg = spawn(
    'ffmpeg',
    [
      ['-hide_banner', '-loglevel', 'error', '-y'],
      [
        '-f',
        'rawvideo',
        '-pix_fmt',
        'rgba',
        '-s',
        `${width}x${height}`,
        '-r',
        `${frameRate}`,
        '-i',
        'pipe:0',
      ],
      ['-i', sound],
      ['-c:v', 'libx264', '-profile:v', 'high', '-preset', 'slow', '-tune', 'animation', '-crf', '27'],
      // One thread count and no dates, so that the same drawing gives the same bytes on any machine.
      [
        '-threads',
        '2',
        '-fflags',
        '+bitexact',
        '-flags:v',
        '+bitexact',
        '-flags:a',
        '+bitexact',
        '-map_metadata',
        '-1',
      ],
      // A key frame at least every two seconds lets the player seek without a long decode.
      ['-g', `${frameRate * 2}`, '-keyint_min', `${frameRate}`],
      ['-vf', 'scale=out_color_matrix=bt709:out_range=tv,format=yuv420p'],
      ['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709', '-color_range', 'tv'],
      ['-c:a', 'aac', '-b:a', '48k', '-ac', '1', '-ar', '44100'],
      [
        '-af',
        'highpass=f=80,lowpass=f=8000,acompressor=threshold=-22dB:ratio=2.5:attack=8:release=120,volume=2.7,alimiter=limit=0.9:level=0',
      ],
      ['-movflags', '+faststart', file],
    ].flat(),
    { stdio: ['pipe', 'inherit', 'inherit'] },
  )
  const closed = once(ffmpeg, 'close')
  return {
    async write(frame) {
      if (!ffmpeg.stdin.write(frame)) await once(ffmpeg.stdin, 'drain')
    },
    async finish() {
      ffmpeg.stdin.end()
      const [code] = await closed
      if (code !== 0) throw new Error(`ffmpeg ended with ${code}`)
    },
  }
}

/** Exact seconds of a finished film, as ffprobe measures them. */
export function measure(file) {
  const probe = ['-v', 'error', '-show_entries', 'format=duration', '-of', 'csv=p=0', file]
  return Number(execFileSync('ffprobe', probe, { encoding: 'utf8' }).trim())
}
