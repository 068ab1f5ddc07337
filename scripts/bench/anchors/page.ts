import fastify from 'fastify'
import { serve } from './serve.ts'

/** Fastify with one short page: the least that a start can take. */
const app = fastify()
app.get('/', (_request, reply) => reply.type('text/html; charset=utf-8').send('<!doctype html><p>Open'))
await serve(app)
