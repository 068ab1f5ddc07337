import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer as createProbe } from 'node:net'
import { createServer } from 'vite'
import { ensureBuilt } from './build.mjs'
import { loadDotEnv } from './environment.mjs'
import { ensureGenerated } from './generate.mjs'
import { reportAndExit } from './report.mjs'
import { stopWithNpm } from './stop-with-npm.mjs'

/**
 * One address for everything: Vite listens where the shop would, reloads the browser's part by itself and proxies the rest to
 * the server behind it, which tsx starts again whenever one of its files changes.
 */

/** What the server answers; every other path is a page of the browser's part. */
const SERVER_PATHS = [
  '/api',
  '/trpc',
  '/dev',
  '/media',
  '/previews',
  '/og',
  '/robots.txt',
  '/sitemap.xml',
  '/healthz',
  '/readyz',
  '/metrics',
  '/unsubscribe',
]

async function develop() {
  stopWithNpm()
  loadDotEnv()
  await ensureBuilt((words) => console.log(words))
  await ensureGenerated()
  const port = Number(process.env.PORT || 3000)
  const serverPort = await findFreePort()
  const vite = await startVite(port, serverPort)
  const server = startServer(port, serverPort)
  server.once('exit', async (code) => {
    await vite.close()
    process.exit(code ?? 1)
  })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill('SIGTERM'))
  console.log(
    `Development: http://localhost:${port} (reloads by itself; the server listens on ${serverPort})`,
  )
}

/** @param {number} port @param {number} serverPort */
async function startVite(port, serverPort) {
  const target = `http://127.0.0.1:${serverPort}`
  const vite = await createServer({
    plugins: [pageData(target)],
    server: {
      port,
      strictPort: true,
      proxy: Object.fromEntries(
        SERVER_PATHS.map((path) => [path, { target, configure: answerWhileRestarting }]),
      ),
    },
  })
  return vite.listen()
}

/**
 * Pages take their first facts from a data island that the server writes into them; Vite's own index.html gets the server's.
 * @param {string} target
 */
function pageData(target) {
  return {
    name: 'page-data',
    /** @param {string} html */
    async transformIndexHtml(html) {
      const answer = await fetch(`${target}/`).catch(() => null)
      const page = (await answer?.text()) ?? ''
      const island = /<script type="application\/json" id="page-data">.*?<\/script>/s.exec(page)?.[0] ?? ''
      const files = JSON.stringify({ main: '/main.tsx', scripts: [], styles: [] })
      return html
        .replace('<!--data-->', () => island)
        .replace('<!--files-->', `<script type="application/json" id="page-files">${files}</script>`)
        .replace('<!--app-->', '')
    },
  }
}

/** A request during a restart gets the same answer as one during an outage. */
function answerWhileRestarting(proxy) {
  proxy.removeAllListeners('error')
  proxy.on('error', (_error, _request, response) => {
    if (!('writeHead' in response) || response.headersSent) return
    response.writeHead(503, { 'content-type': 'application/json', 'retry-after': '1' })
    response.end(JSON.stringify({ message: 'The server is starting. Please try again in a moment.' }))
  })
}

/** Its own process group: Ctrl-C reaches this script alone, which stops the server once. */
function startServer(port, serverPort) {
  return spawn(
    process.execPath,
    ['node_modules/tsx/dist/cli.mjs', 'watch', '--clear-screen=false', 'src/server/main.ts'],
    {
      detached: true,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: {
        ...process.env,
        PORT: String(serverPort),
        HOST: '127.0.0.1',
        PUBLIC_URL: process.env.PUBLIC_URL || `http://localhost:${port}`,
      },
    },
  )
}

async function findFreePort() {
  const probe = createProbe().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address()
  probe.close()
  return port
}

await develop().catch(reportAndExit)
