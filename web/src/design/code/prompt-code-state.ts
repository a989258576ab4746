import { autocompletion, type CompletionContext, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { EditorState, RangeSetBuilder, StateEffect } from '@codemirror/state'
import {
  Decoration,
  type DecorationSet,
  EditorView,
  keymap,
  MatchDecorator,
  ViewPlugin,
  type ViewUpdate,
  WidgetType,
} from '@codemirror/view'
import { t } from '../language.ts'
import { type CodeField, codeField } from './code-field.ts'

/** Creates the state of an editor for a prompt: plain text, with its variables as chips. */
export function promptCodeState(
  given: CodeField & {
    /** The names of the variables that are set somewhere. */
    variables: () => readonly string[]
    /** The names of the prompts of the library by id; undefined where they are not known. */
    prompts: () => ReadonlyMap<string, string> | undefined
    readOnly: boolean
  },
): EditorState {
  return EditorState.create({
    doc: given.text,
    extensions: [
      looks,
      directions,
      EditorState.readOnly.of(given.readOnly),
      history(),
      chips(given),
      autocompletion({
        icons: false,
        override: [(context) => names(context, given.variables())],
        // The list opens only where a name is expected, so that no key is meant for the text.
        interactionDelay: 0,
      }),
      keymap.of([...defaultKeymap, ...historyKeymap, ...completionKeymap]),
      // A prompt is prose, which the browser checks and corrects as in other fields.
      codeField(given, { spellcheck: 'true', autocapitalize: 'sentences', autocorrect: 'on' }),
    ],
  })
}

/** Writes a text in place of the selection. */
export function insertText(view: EditorView, text: string): void {
  view.dispatch(view.state.replaceSelection(text), { userEvent: 'input', scrollIntoView: true })
  view.focus()
}

/** Shows the names of prompts anew. */
export const promptsNamed = StateEffect.define<void>()

type Shown = { kind: 'known' | 'unknown' | 'prompt'; text: string; title: string }

class Chip extends WidgetType {
  readonly shown: Shown
  constructor(shown: Shown) {
    super()
    this.shown = shown
  }
  override eq({ shown }: Chip): boolean {
    return shown.text === this.shown.text && shown.title === this.shown.title
  }
  override toDOM(): HTMLElement {
    const chip = document.createElement('span')
    chip.className = `prompt-chip prompt-chip-${this.shown.kind}`
    chip.textContent = this.shown.text
    chip.title = this.shown.title
    return chip
  }
}

function variableShown(name: string, isKnown: boolean): Shown {
  return isKnown
    ? { kind: 'known', text: name, title: t('The value of {name} stands here', { name }) }
    : {
        kind: 'unknown',
        text: name,
        title: t('No node sets {name}. It is empty unless the page sets it.', { name }),
      }
}

function promptShown(id: string, names: ReadonlyMap<string, string> | undefined): Shown {
  const name = names?.get(id)
  if (names && name === undefined)
    return {
      kind: 'unknown',
      // Whoever may read the library is on the team, whose dashboard is in English.
      text: 'Deleted prompt',
      title: 'The library has no such prompt. Nothing stands here.',
    }
  return {
    kind: 'prompt',
    text: name ?? t('Library prompt'),
    title: t('The published text of a prompt of the library stands here'),
  }
}

function chips({ variables, prompts }: Pick<Parameters<typeof promptCodeState>[0], 'variables' | 'prompts'>) {
  const decorator = new MatchDecorator({
    regexp: /\{\{\s?(?:([A-Za-z_][A-Za-z0-9_]{0,63})|prompt:([A-Za-z0-9_-]{1,64}))\s?\}\}/g,
    decoration: ([, name = '', id]) => {
      const shown =
        id === undefined ? variableShown(name, variables().includes(name)) : promptShown(id, prompts())
      return Decoration.replace({ widget: new Chip(shown), inclusive: false })
    },
  })
  const plugin = ViewPlugin.fromClass(
    class {
      shown: DecorationSet
      constructor(view: EditorView) {
        this.shown = decorator.createDeco(view)
      }
      update(update: ViewUpdate) {
        const named = update.transactions.some(({ effects }) => effects.some((one) => one.is(promptsNamed)))
        this.shown = named ? decorator.createDeco(update.view) : decorator.updateDeco(update, this.shown)
      }
    },
    {
      decorations: ({ shown }) => shown,
      // The cursor passes a chip, and Backspace removes it, as one character.
      provide: (own) => EditorView.atomicRanges.of((view) => view.plugin(own)?.shown ?? Decoration.none),
    },
  )
  return plugin
}

const ownDirection = Decoration.line({ attributes: { dir: 'auto' } })

/** Each line has the direction of its own text: a prompt may be in another language than the page. */
const directions = [
  EditorView.perLineTextDirection.of(true),
  ViewPlugin.fromClass(
    class {
      lines: DecorationSet
      constructor(view: EditorView) {
        this.lines = visibleLines(view)
      }
      update({ docChanged, viewportChanged, view }: ViewUpdate) {
        if (docChanged || viewportChanged) this.lines = visibleLines(view)
      }
    },
    { decorations: ({ lines }) => lines },
  ),
]

function visibleLines({ state: { doc }, visibleRanges }: EditorView): DecorationSet {
  const lines = new RangeSetBuilder<Decoration>()
  for (const { from, to } of visibleRanges)
    for (let at = from; at <= to; at = doc.lineAt(at).to + 1) {
      const start = doc.lineAt(at).from
      lines.add(start, start, ownDirection)
    }
  return lines.finish()
}

/** Completes the names of variables after {{. */
function names(context: CompletionContext, variables: readonly string[]) {
  const typed = context.matchBefore(/\{\{\w*/)
  if (!typed) return null
  return {
    from: typed.from,
    options: variables.map((name) => ({ label: `{{${name}}}`, displayLabel: name })),
    validFor: /^\{\{\w*$/,
  }
}

const chipLooks = {
  padding: '1px 8px',
  borderRadius: '10px',
  fontSize: '13px',
  fontWeight: '500',
  color: 'var(--mantine-color-brand-light-color)',
  backgroundColor: 'var(--mantine-color-brand-light)',
}

const looks = EditorView.theme({
  '&': {
    color: 'var(--mantine-color-text)',
    backgroundColor: 'var(--ui-field)',
    border: '1px solid var(--ui-field-border)',
    borderRadius: 'var(--mantine-radius-md)',
    fontSize: '14px',
  },
  '&.cm-focused': { outline: '2px solid var(--ui-brand-ring)', outlineOffset: '-1px' },
  '.cm-scroller': { fontFamily: 'inherit', lineHeight: '22px', minHeight: '148px', maxHeight: '460px' },
  '.cm-content': { padding: '8px 0', caretColor: 'var(--mantine-color-text)' },
  '.cm-line': { padding: '0 12px' },
  '.cm-placeholder': { color: 'var(--mantine-color-placeholder)' },
  '.prompt-chip': chipLooks,
  // Told from a variable by its outline.
  '.prompt-chip-prompt': { outline: '1px solid currentColor', outlineOffset: '-1px', borderRadius: '4px' },
  '.prompt-chip-unknown': {
    color: 'var(--mantine-color-yellow-light-color)',
    backgroundColor: 'var(--mantine-color-yellow-light)',
  },
  '.cm-tooltip': {
    color: 'var(--mantine-color-text)',
    backgroundColor: 'var(--mantine-color-body)',
    border: '1px solid var(--mantine-color-default-border)',
    borderRadius: 'var(--mantine-radius-sm)',
    boxShadow: 'var(--mantine-shadow-md)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    fontFamily: 'inherit',
    '& > li': { padding: '4px 10px' },
    '& > li[aria-selected]': {
      color: 'var(--mantine-color-brand-light-color)',
      backgroundColor: 'var(--mantine-color-brand-light)',
    },
  },
  // Smaller text would make phones zoom in.
  '@media (pointer: coarse)': { '&': { fontSize: '16px' } },
})
