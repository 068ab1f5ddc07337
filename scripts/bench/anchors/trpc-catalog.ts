import { initTRPC } from '@trpc/server'
import { fastifyTRPCPlugin } from '@trpc/server/adapters/fastify'
import fastify from 'fastify'
import superjson from 'superjson'
import { serve } from './serve.ts'

/** A bare Fastify with tRPC's own adapter; the videos, read once from ANSWER, are an object in memory. */
const videos: unknown = await (await fetch(process.env.ANSWER ?? '')).json()
const t = initTRPC.create({ transformer: superjson })
const router = t.router({ catalog: t.router({ list: t.procedure.query(() => videos) }) })
const app = fastify()
await app.register(fastifyTRPCPlugin, { prefix: '/trpc', trpcOptions: { router } })
await serve(app)
