/**
 * The port to the message bus: notifications and webhook fan-out. Engines: `engines/message-bus.sqlite.ts`,
 * `engines/message-bus.kafka.ts`; suite: `message-bus.conformance.ts`.
 */

/** `key` is the tenant: messages of one key keep their order. `value` is JSON text without personal data. */
export type Message = {
  topic: string
  key: string
  id: string
  value: string
  headers?: Record<string, string>
}

export type Delivered = Message & { partition: number; offset: number; attempt: number }

/** `at` is when it was given up (ISO 8601), `offset` where it stood in its topic. */
export type DeadLetter = Message & {
  group: string
  reason: string
  attempts: number
  at: string
  offset: number
}

export type Subscription = { stop(): Promise<void> }

export type Consume = {
  topics: string[]
  /** Each message reaches one member of each group. */
  group: string
  /** Resolving acknowledges; throwing retries with back-off, then the message goes to the dead-letter topic. */
  handle(message: Delivered): Promise<void>
  /** Attempts before the dead-letter topic; 5 unless told. */
  attempts?: number
  /** First pause between attempts in ms, doubling; 200 unless told. */
  backOffMs?: number
}

export type MessageBus = {
  /** Stores all messages durably before it answers. At least once: a repeated publish may deliver twice. */
  publish(messages: Message[]): Promise<void>
  /** Starts a member of a group, from the beginning of the topics for a new group. */
  consume(options: Consume): Promise<Subscription>
  /** The dead letters of a topic and group, oldest first. */
  deadLetters(topic: string, group: string, options?: { limit?: number }): Promise<DeadLetter[]>
  /** Hands dead letters to their group once more and takes them off the list; gives how many. */
  replayDeadLetters(topic: string, group: string, ids?: string[]): Promise<number>
  /** Takes dead letters off the list and hands them to nobody; gives how many. */
  dropDeadLetters(topic: string, group: string, ids: string[]): Promise<number>
  /** Messages that a group has not acknowledged yet. */
  lag(topic: string, group: string): Promise<number>
  close(): Promise<void>
}

/** Where the dead letters of a topic and group go. */
export function deadLetterTopic(topic: string, group: string): string {
  return `${topic}.${group}.dead-letters`
}
