/** A minimal Fastify server that commits each body durably before it answers: the baseline of deliveries to a channel. */
import fastify from 'fastify'
import { openBareCommits } from '../../services/kernel/bench/bare-commits.ts'

const [, , port, file = ''] = process.argv
const { commit } = await openBareCommits(file)
const server = fastify()
server.post('*', async ({ body }) => {
  await commit(JSON.stringify(body))
  return { received: true }
})
await server.listen({ port: Number(port), host: '127.0.0.1' })
console.log('Ready')
