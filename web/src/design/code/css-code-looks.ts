/**
 * Styles of the CSS editor: like the other fields, with syntax colours of the theme that have enough contrast in both
 * schemes.
 */
import { HighlightStyle } from '@codemirror/language'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

const panel = {
  color: 'var(--mantine-color-text)',
  backgroundColor: 'var(--mantine-color-body)',
  border: '1px solid var(--mantine-color-default-border)',
  borderRadius: 'var(--mantine-radius-sm)',
}
const field = {
  ...panel,
  backgroundColor: 'var(--ui-field)',
  border: '1px solid var(--ui-field-border)',
}
const marked = { backgroundColor: 'var(--mantine-color-brand-light)', outline: 'none' }

export const looks = EditorView.theme({
  '&': {
    ...field,
    height: '500px',
    fontSize: '13px',
    borderRadius: 'var(--mantine-radius-md)',
    overflow: 'hidden',
  },
  '&.cm-focused': { outline: '2px solid var(--ui-brand-ring)', outlineOffset: '-1px' },
  '.cm-scroller': { fontFamily: 'var(--mantine-font-family-monospace)', lineHeight: '20px' },
  '.cm-content': { padding: '10px 0', caretColor: 'var(--mantine-color-text)' },
  '.cm-line': { padding: '0 12px 0 8px' },
  '.cm-placeholder': { color: 'var(--mantine-color-placeholder)' },
  '.cm-gutters': {
    color: 'var(--mantine-color-placeholder)',
    backgroundColor: 'var(--ui-field)',
    border: 'none',
  },
  // Room for the marks of problems, which are loaded later.
  '.cm-gutters:not(:has(.cm-gutter-lint))': { paddingLeft: '1.4em' },
  '.cm-lineNumbers .cm-gutterElement': { minWidth: '36px', padding: '0 6px 0 8px' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'transparent' },
  '&.cm-focused .cm-activeLine, &.cm-focused .cm-activeLineGutter': {
    color: 'inherit',
    backgroundColor: 'var(--mantine-color-default-hover)',
  },
  '&.cm-focused .cm-matchingBracket, .cm-selectionMatch, .cm-searchMatch': marked,
  '.cm-searchMatch-selected': { outline: '1px solid var(--ui-brand-ring)' },
  '&.cm-focused .cm-nonmatchingBracket': {
    color: 'var(--mantine-color-error)',
    backgroundColor: 'transparent',
  },
  '.cm-panels': {
    color: 'var(--mantine-color-text)',
    backgroundColor: 'var(--mantine-color-body)',
    fontFamily: 'var(--mantine-font-family)',
  },
  '.cm-panels-top': { borderBottom: '1px solid var(--mantine-color-default-border)' },
  '.cm-panel.cm-search': { padding: '8px 36px 8px 8px' },
  '.cm-panel.cm-search label': {
    display: 'inline-flex',
    gap: '6px',
    alignItems: 'center',
    margin: '6px 14px 6px 0',
    fontSize: '13px',
  },
  '.cm-panel.cm-search input[type=checkbox]': { margin: '0' },
  '.cm-panel.cm-search [name=close]': {
    top: '6px',
    right: '8px',
    width: '28px',
    height: '28px',
    fontSize: '20px',
  },
  '.cm-textfield': { ...field, height: '30px', padding: '0 8px', fontSize: '13px' },
  '.cm-button': {
    ...panel,
    height: '30px',
    padding: '0 10px',
    fontSize: '13px',
    backgroundImage: 'none',
    '&:hover': { backgroundColor: 'var(--mantine-color-default-hover)' },
    '&:active': { backgroundImage: 'none' },
  },
  '.cm-tooltip': { ...panel, boxShadow: 'var(--mantine-shadow-md)' },
  '.cm-tooltip-lint': { maxWidth: '420px' },
  '.cm-diagnostic': { whiteSpace: 'normal' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    maxHeight: '220px',
    fontFamily: 'var(--mantine-font-family-monospace)',
    '& > li': { padding: '4px 10px' },
    '& > li[aria-selected]': { color: 'var(--mantine-color-brand-light-color)', ...marked },
  },
  '.cm-completionMatchedText': { fontWeight: '600', textDecoration: 'none' },
  // Smaller text would make phones zoom in.
  '@media (pointer: coarse)': {
    '.cm-scroller, .cm-textfield': { fontSize: '16px' },
  },
})

const quiet = 'var(--mantine-color-dimmed)'
const word = 'var(--ui-brand-text)'
const value = 'var(--mantine-color-teal-light-color)'
const figure = 'var(--mantine-color-yellow-light-color)'

export const colours = HighlightStyle.define([
  { tag: tags.comment, color: quiet, fontStyle: 'italic' },
  { tag: [tags.punctuation, tags.operator], color: quiet },
  { tag: [tags.tagName, tags.className, tags.labelName, tags.definitionKeyword, tags.keyword], color: word },
  { tag: [tags.atom, tags.string, tags.color, tags.constant(tags.className)], color: value },
  { tag: [tags.number, tags.unit], color: figure },
  { tag: tags.invalid, color: 'var(--mantine-color-error)' },
])
