/** A minimal Fastify server with one route that returns fixed bytes: the baseline for `GET public agent`. */
import fastify from 'fastify'

const [, , port, body = ''] = process.argv
const bytes = Buffer.from(body)
const server = fastify()
server.get('/', (_request, answer) => answer.type('application/json; charset=utf-8').send(bytes))
await server.listen({ port: Number(port), host: '127.0.0.1' })
console.log('Ready')
