/**
 * The port to the message bus, used for notifications and webhook fan-out. Engines: `engines/sqlite/message-bus.ts`,
 * `engines/kafka/message-bus.ts`; suite: `message-bus.conformance.ts`.
 */

/** `key` is the tenant; messages with the same key keep their order. `value` is JSON text without personal data. */
export type Message = {
  topic: string
  key: string
  id: string
  value: string
  headers?: Record<string, string>
}

export type Delivered = Message & { partition: number; offset: number; attempt: number }

/** `at` is when delivery was given up (ISO 8601); `offset` is the message's offset in its topic. */
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
  /** Each message is delivered to one member of each group. */
  group: string
  /** Resolving acknowledges the message. Throwing retries it with backoff, then sends it to the dead-letter topic. */
  handle(message: Delivered): Promise<void>
  /**
   * Names what a message must keep its order with. Messages of a partition that have different names are handled at
   * once, many of them, and acknowledged in the order of the partition; after a kill, some that were handled are
   * delivered again. By default all messages of a partition are handled one after the other.
   */
  orderedBy?(message: Message): string
  /** Attempts before the dead-letter topic; 5 by default. */
  attempts?: number
  /** First pause between attempts in ms, doubled each time; 200 by default. */
  backOffMs?: number
}

export type MessageBus = {
  /** Resolves when all messages are durable. At least once: a repeated publish may deliver twice. */
  publish(messages: Message[]): Promise<void>
  /** Starts a member of a group. A new group starts at the beginning of the topics. */
  consume(options: Consume): Promise<Subscription>
  /** Returns the dead letters of a topic and group, oldest first. */
  deadLetters(topic: string, group: string, options?: { limit?: number }): Promise<DeadLetter[]>
  /** Delivers dead letters to their group again and removes them from the list. Returns how many. */
  replayDeadLetters(topic: string, group: string, ids?: string[]): Promise<number>
  /** Removes dead letters without delivering them. Returns how many. */
  dropDeadLetters(topic: string, group: string, ids: string[]): Promise<number>
  /** Returns the number of messages that a group has not acknowledged yet. */
  lag(topic: string, group: string): Promise<number>
  /** Throws when the bus does not answer. */
  probe(): Promise<void>
  close(): Promise<void>
}

/** Returns the name of the topic for the dead letters of a topic and group. */
export function deadLetterTopic(topic: string, group: string): string {
  return `${topic}.${group}.dead-letters`
}
