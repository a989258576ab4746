import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { StartedTestContainer } from 'testcontainers'
import { freePort } from '../src/free-ports.ts'

type Engine = { url: string; stop(): Promise<void> }

/** The versions that `docker-compose.yml` runs. */
export const images = {
  eventStore: 'eventstore/eventstore:24.10.0-bookworm-slim',
  mongo: 'mongo:8.0',
  kafka: 'apache/kafka:4.1.0',
}

/** Whether a Docker daemon answers. */
export async function containersAvailable(): Promise<boolean> {
  return promisify(execFile)('docker', ['info'], { timeout: 10_000 }).then(
    () => true,
    () => false,
  )
}

/** EventStoreDB, one insecure node in memory. */
export async function startEventStore(): Promise<Engine> {
  const { GenericContainer, Wait } = await import('testcontainers')
  const container = await new GenericContainer(images.eventStore)
    .withEnvironment({ EVENTSTORE_INSECURE: 'true', EVENTSTORE_CLUSTER_SIZE: '1', EVENTSTORE_MEM_DB: 'true' })
    .withExposedPorts(2113)
    .withWaitStrategy(Wait.forHttp('/health/live', 2113).forStatusCode(204))
    .start()
  return engine(container, `esdb://${container.getHost()}:${container.getMappedPort(2113)}?tls=false`)
}

/** MongoDB, a replica set of one, as transactions need it. */
export async function startMongo(): Promise<Engine> {
  const { GenericContainer, Wait } = await import('testcontainers')
  const container = await new GenericContainer(images.mongo)
    .withCommand(['--replSet', 'rs0', '--bind_ip_all'])
    .withExposedPorts(27017)
    .withWaitStrategy(Wait.forLogMessage('Waiting for connections'))
    .start()
  const becomePrimary = `rs.initiate({ _id: 'rs0', members: [{ _id: 0, host: 'localhost:27017' }] });
    while (!db.hello().isWritablePrimary) sleep(100)`
  const { exitCode, output } = await container.exec(['mongosh', '--quiet', '--eval', becomePrimary])
  if (exitCode !== 0) throw new Error(`MongoDB did not become a replica set: ${output.trim()}`)
  return engine(
    container,
    `mongodb://${container.getHost()}:${container.getMappedPort(27017)}/?directConnection=true`,
  )
}

/** Kafka, one KRaft node. Its clients are sent to the address it advertises, so its port is chosen beforehand. */
export async function startKafkaContainer(): Promise<Engine> {
  const { GenericContainer, Wait } = await import('testcontainers')
  const port = await freePort()
  const container = await new GenericContainer(images.kafka)
    .withEnvironment({
      KAFKA_NODE_ID: '1',
      KAFKA_PROCESS_ROLES: 'broker,controller',
      KAFKA_CONTROLLER_QUORUM_VOTERS: '1@localhost:9093',
      KAFKA_LISTENERS: 'PLAINTEXT://0.0.0.0:9092,CONTROLLER://0.0.0.0:9093',
      KAFKA_ADVERTISED_LISTENERS: `PLAINTEXT://localhost:${port}`,
      KAFKA_CONTROLLER_LISTENER_NAMES: 'CONTROLLER',
      KAFKA_INTER_BROKER_LISTENER_NAME: 'PLAINTEXT',
      KAFKA_LISTENER_SECURITY_PROTOCOL_MAP: 'PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT',
      KAFKA_OFFSETS_TOPIC_REPLICATION_FACTOR: '1',
      KAFKA_TRANSACTION_STATE_LOG_REPLICATION_FACTOR: '1',
      KAFKA_TRANSACTION_STATE_LOG_MIN_ISR: '1',
      KAFKA_GROUP_INITIAL_REBALANCE_DELAY_MS: '0',
      KAFKA_AUTO_CREATE_TOPICS_ENABLE: 'false',
    })
    .withExposedPorts({ container: 9092, host: port })
    .withWaitStrategy(Wait.forLogMessage(/Kafka Server started/))
    .start()
  return engine(container, `kafka://localhost:${port}`)
}

function engine(container: StartedTestContainer, url: string): Engine {
  return {
    url,
    async stop() {
      await container.stop()
    },
  }
}
