import { readFileSync } from 'node:fs'
import { configSchema, readConfig, roles } from '@parley/host/config.ts'
import { STOP_WITHIN_MS } from '@parley/host/process.ts'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { images } from './engines/containers.ts'
import { compose, environmentOf, parleyServices } from './src/compose.ts'

const read = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')
const services = Object.entries(compose.services)

describe('docker-compose.yml', () => {
  test.each(services)('%s has a health check', (_name, service) => {
    expect(service.healthcheck?.test.length).toBeGreaterThan(1)
  })

  test.each(services)('%s waits for services that exist, on volumes that exist', (_name, service) => {
    for (const [needed, { condition }] of Object.entries(service.depends_on ?? {})) {
      expect(Object.keys(compose.services)).toContain(needed)
      expect(condition).toBe('service_healthy')
    }
    for (const volume of service.volumes ?? []) {
      const [source = ''] = volume.split(':')
      if (source.startsWith('./')) expect(read(source)).not.toBe('')
      else expect(Object.keys(compose.volumes)).toContain(source)
    }
  })

  test.each(parleyServices)('%s is configured with existing variables and valid values', (_name, service) => {
    const environment = environmentOf(service)
    expect(Object.keys(configSchema.shape)).toEqual(expect.arrayContaining(Object.keys(environment)))
    const config = readConfig({ ...environment, NODE_ENV: 'production' })
    expect(config.EVENT_STORE_URL).toMatch(/^esdb:\/\/event-store:/)
    expect(config.READ_STORE_URL).toMatch(/^mongodb:\/\/read-store:/)
    expect(config.MESSAGE_BUS_URL).toMatch(/^kafka:\/\/message-bus:/)
  })

  test.each(parleyServices)('%s has the time that it needs to stop', (_name, service) => {
    expect(service.stop_grace_period).toMatch(/^\d+s$/)
    expect(Number(service.stop_grace_period?.slice(0, -1)) * 1_000).toBeGreaterThan(STOP_WITHIN_MS)
  })

  test('every role has a service', () => {
    expect(parleyServices.map(([, { environment }]) => environment?.ROLES).sort()).toEqual([...roles].sort())
    expect(parleyServices.filter(([, { build }]) => build !== undefined)).toHaveLength(1)
  })

  test('the master key has no default', () => {
    expect(read('docker-compose.yml')).toMatch(/MASTER_KEY: \$\{MASTER_KEY:\?/)
  })

  test('the tests run the servers that it runs', () => {
    expect(services.map(([, { image }]) => image)).toEqual(expect.arrayContaining(Object.values(images)))
    for (const image of Object.values(images)) expect(read('.github/workflows/ci.yml')).toContain(image)
  })
})

test('the workflow is valid and runs what the README names', () => {
  const workflow: { jobs: Record<string, { steps: { run?: string }[] }> } = parse(
    read('.github/workflows/ci.yml'),
  )
  const commands = Object.values(workflow.jobs).flatMap(({ steps }) => steps.map(({ run }) => run))
  for (const command of ['npm ci && npm test', 'npm run check -- --static', 'npm run test:engines'])
    expect(commands).toContain(command)
})

test('operators find their commands in the image', () => {
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(read('package.json'))
  const copied = read('Dockerfile')
    .split('\n')
    .filter((line) => line.startsWith('COPY --from=build'))
    .flatMap((line) => line.split(' '))
  for (const name of ['audit', 'backup', 'credits', 'erase', 'parked']) {
    const files = scripts[name]?.match(/scripts\/\S+/g) ?? []
    expect(files.length, name).toBeGreaterThan(0)
    for (const each of files) expect(copied, name).toContain(`/parley/${each}`)
    const file = files.at(-1) ?? ''
    for (const [, imported] of read(file).matchAll(/ from '\.\/(\S+)'/g))
      expect(copied, `what ${file} imports`).toContain(`/parley/scripts/${imported}`)
  }
})

test('the image contains only files that exist', () => {
  const allowed = read('.dockerignore')
    .split('\n')
    .filter((line) => line.startsWith('!'))
    .map((line) => line.slice(1).split('/')[0])
  const copied = [...read('Dockerfile').matchAll(/^COPY --from=build \/parley\/(\S+)/gm)].map(
    ([, path]) => path,
  )
  expect(copied.length).toBeGreaterThan(4)
  for (const path of copied.filter((each) => each !== 'node_modules'))
    expect(allowed).toContain(path?.split('/')[0])
})

test('the image starts the server with the same flags as npm start', () => {
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(read('package.json'))
  const flags = scripts.start?.split(' ').filter((word) => word.startsWith('--')) ?? []
  expect(flags).not.toEqual([])
  const [, entry = ''] = /^ENTRYPOINT (.+)$/m.exec(read('Dockerfile')) ?? []
  expect(JSON.parse(entry)).toEqual(['node', ...flags, 'services/host/src/main.ts'])
})
