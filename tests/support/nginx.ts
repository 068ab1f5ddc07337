import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port.ts'

export type TestNginx = { pid: number; port: number; url: string; close(): Promise<void> }

/** A real nginx of this test's own on a free port of 127.0.0.1. `locations` is what stands in its `server` block. */
export async function startNginx(locations: string): Promise<TestNginx> {
  const folder = mkdtempSync(join(tmpdir(), 'shop-nginx-'))
  const port = await freePort()
  const file = join(folder, 'nginx.conf')
  writeFileSync(file, configuration(folder, port, locations))
  const server = spawn(process.env.NGINX_PATH ?? 'nginx', ['-p', folder, '-e', 'stderr', '-c', file], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  await listening(server)
  return {
    pid: server.pid ?? 0,
    port,
    url: `http://127.0.0.1:${port}`,
    async close() {
      const ended = once(server, 'exit')
      server.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** As root, nginx reads files as the user `nobody` by default, and only root may read the tests' folders. */
const user = process.getuid?.() === 0 ? 'user root;' : ''

function configuration(folder: string, port: number, locations: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(' ')
  return `
    daemon off; error_log stderr notice; ${user} worker_processes 1; pid ${folder}/nginx.pid;
    events { worker_connections 64; }
    http {
      access_log off; sendfile on; keepalive_requests 1000000; ${temporary}
      types { video/mp4 mp4; text/vtt vtt; image/jpeg jpg; }
      server { listen 127.0.0.1:${port}; ${locations} }
    }`
}

/** It opens its port before it starts workers; an nginx that ended says why. */
function listening(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = ''
    server.stderr?.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      if (said.includes('start worker process ')) resolve()
    })
    server.once('error', (cause) =>
      reject(new Error('These tests need nginx: apt-get install nginx', { cause })),
    )
    server.once('exit', (code) => reject(new Error(`nginx ended with ${code}: ${said}`)))
  })
}
