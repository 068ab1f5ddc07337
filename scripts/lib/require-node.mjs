/** Ends with one sentence where Node is too old, or one of the odd versions that packages leave out. Written so that old versions can read it too. */
export function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if ((major === 20 && minor >= 19) || (major === 22 && minor >= 13) || major >= 24) return
  console.error(
    `The shop needs Node 20.19, 22.13, or 24 and newer; this is ${process.version}. Get one at https://nodejs.org`,
  )
  process.exit(1)
}
