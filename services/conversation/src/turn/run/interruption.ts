/** Why a turn is interrupted. `joined`: further messages arrived, and one reply answers all of them. */
export type Interruption = 'stopped' | 'owner-changed' | 'joined'

export class Interrupted extends Error {
  readonly why: Interruption
  constructor(why: Interruption) {
    super(why)
    this.why = why
  }
}
