/**
 * Families of nodes, each with a hue. The colours are derived per scheme, so that an icon has a contrast of 3 to 1 on
 * every surface and on the family's own tint. They do not depend on the brand.
 */
import type { NodeType } from '@parley/contracts/agent/nodes.ts'
import {
  type Scheme,
  surfaces,
  tintShares,
  tintsOf,
  visibleContrast,
} from '../../design/theme/brand-tokens.ts'
import { hexOf, shadeFor } from '../../design/theme/palette.ts'

export type NodeFamily = 'flow' | 'says' | 'asks' | 'decides' | 'answers' | 'calls' | 'people'

const families: Record<NodeType, NodeFamily> = {
  start: 'flow',
  default: 'flow',
  'always-first': 'flow',
  jump: 'flow',
  end: 'flow',
  note: 'flow',
  group: 'flow',
  message: 'says',
  question: 'asks',
  buttons: 'asks',
  form: 'asks',
  'read-back': 'asks',
  condition: 'decides',
  'set-variable': 'decides',
  map: 'decides',
  knowledge: 'answers',
  ai: 'answers',
  tool: 'calls',
  http: 'calls',
  handoff: 'people',
}

export const familyOf = (type: NodeType): NodeFamily => families[type]

/** Hue in degrees and saturation in percent. None is near the red of errors. */
const hues: Record<NodeFamily, readonly [hue: number, saturation: number]> = {
  flow: [215, 14],
  says: [212, 80],
  asks: [262, 60],
  decides: [32, 80],
  answers: [174, 70],
  calls: [312, 55],
  people: [120, 45],
}

/** `base`: the colour that the tint is made of. */
export type FamilyColours = { colour: string; base: string; tint: string }

export function familyColours(family: NodeFamily, scheme: Scheme): FamilyColours {
  const base = hexOf(...hues[family], 45)
  const grounds = [...Object.values(surfaces[scheme]), ...tintsOf(base, scheme)]
  const share = tintShares(base, scheme).rest * 100
  return {
    base,
    colour: shadeFor(base, grounds, visibleContrast),
    tint: `color-mix(in srgb, ${base} ${share}%, transparent)`,
  }
}

/** Custom properties for an element that contains nodes, such as `--ui-node-asks` and `--ui-node-asks-tint`. */
export function familyVariables(scheme: Scheme): Record<string, string> {
  const all = Object.keys(hues) as NodeFamily[]
  return Object.fromEntries(
    all.flatMap((family) => {
      const { colour, tint } = familyColours(family, scheme)
      return [
        [`--ui-node-${family}`, colour],
        [`--ui-node-${family}-tint`, tint],
      ]
    }),
  )
}
