export { clockTime, spokenTime } from '#client/lib/clock-time.ts'
