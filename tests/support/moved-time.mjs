// Loaded into a running shop before its own code: its clock goes by an offset in milliseconds that a test writes to a
// file. The shop itself knows nothing of it. What was read last is written beside the file, so that a test can wait.
import { readFileSync, writeFileSync } from 'node:fs'

const file = process.env.MOVED_TIME_FILE ?? ''
const RealDate = Date
let offset = 0

function read() {
  const wanted = Number(readFileSync(file, 'utf8'))
  if (wanted === offset) return
  offset = wanted
  writeFileSync(`${file}.read`, String(offset))
}

const now = () => RealDate.now() + offset

if (file !== '') {
  globalThis.Date = new Proxy(RealDate, {
    apply: () => new RealDate(now()).toString(),
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  })
  RealDate.prototype.constructor = globalThis.Date
  read()
  setInterval(read, 50).unref()
}
