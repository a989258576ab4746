import { autocompletion, type CompletionContext, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { EditorState } from '@codemirror/state'
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
import { type CodeField, codeField } from '../../design/code-field.ts'
import { t } from '../../design/language.ts'

/** Creates the state of an editor for a prompt: plain text, with its variables as chips. */
export function promptCodeState(
  given: CodeField & {
    /** The names of the variables that are set somewhere. */
    variables: () => readonly string[]
  },
): EditorState {
  return EditorState.create({
    doc: given.text,
    extensions: [
      looks,
      history(),
      chips(given.variables),
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

/** Writes a variable in place of the selection. */
export function insertVariable(view: EditorView, name: string): void {
  view.dispatch(view.state.replaceSelection(`{{${name}}}`), { userEvent: 'input', scrollIntoView: true })
  view.focus()
}

class Chip extends WidgetType {
  readonly name: string
  readonly isKnown: boolean
  constructor(name: string, isKnown: boolean) {
    super()
    this.name = name
    this.isKnown = isKnown
  }
  override eq(other: Chip): boolean {
    return other.name === this.name && other.isKnown === this.isKnown
  }
  override toDOM(): HTMLElement {
    const chip = document.createElement('span')
    chip.className = this.isKnown ? 'prompt-chip' : 'prompt-chip prompt-chip-unknown'
    chip.textContent = this.name
    chip.title = this.isKnown
      ? t('The value of {name} stands here', { name: this.name })
      : t('No node sets {name}. It is empty unless the page sets it.', { name: this.name })
    return chip
  }
}

function chips(variables: () => readonly string[]) {
  const decorator = new MatchDecorator({
    regexp: /\{\{\s?([A-Za-z_][A-Za-z0-9_]{0,63})\s?\}\}/g,
    decoration: ([, name = '']) =>
      Decoration.replace({ widget: new Chip(name, variables().includes(name)), inclusive: false }),
  })
  const plugin = ViewPlugin.fromClass(
    class {
      shown: DecorationSet
      constructor(view: EditorView) {
        this.shown = decorator.createDeco(view)
      }
      update(update: ViewUpdate) {
        this.shown = decorator.updateDeco(update, this.shown)
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
