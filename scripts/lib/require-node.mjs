/** Ends with one sentence where Node is too old. Written so that old versions can read it too. */
export function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return
  console.error(
    `The shop needs Node 20.19 or newer; this is ${process.version}. Get one at https://nodejs.org`,
  )
  process.exit(1)
}
