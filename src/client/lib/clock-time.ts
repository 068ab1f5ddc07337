type Parts = { hours: number; minutes: number; seconds: number }

/** "52:38", or "1:52:00" from an hour on; "0:00" while the length of a video is not known. */
export function clockTime(totalSeconds: number): string {
  const { hours, minutes, seconds } = parts(totalSeconds)
  if (hours === 0) return `${minutes}:${twoDigits(seconds)}`
  return `${hours}:${twoDigits(minutes)}:${twoDigits(seconds)}`
}

/** The same for those who listen: "52 minutes 38 seconds". */
export function spokenTime(totalSeconds: number): string {
  const { hours, minutes, seconds } = parts(totalSeconds)
  const spoken = [count(hours, 'hour'), count(minutes, 'minute'), count(seconds, 'second')].flat()
  return spoken.length === 0 ? '0 seconds' : spoken.join(' ')
}

function parts(totalSeconds: number): Parts {
  const whole = Number.isFinite(totalSeconds) ? Math.max(0, Math.floor(totalSeconds)) : 0
  return { hours: Math.floor(whole / 3600), minutes: Math.floor((whole % 3600) / 60), seconds: whole % 60 }
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}

function count(value: number, noun: string): string[] {
  if (value === 0) return []
  return [`${value} ${noun}${value === 1 ? '' : 's'}`]
}
