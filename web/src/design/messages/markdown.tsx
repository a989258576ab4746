import { type MarkdownBlock, parseMarkdown } from '@parley/contracts/conversation/markdown.ts'
import type { Inline } from '@parley/contracts/conversation/markdown-inline.ts'
import { createElement, Fragment, type ReactNode, useMemo } from 'react'
import styles from './messages.module.css'

/** Renders Markdown of a message as elements, node by node: text of a visitor or a model can never become markup. */
export function Markdown({ text }: { text: string }) {
  const blocks = useMemo(() => parseMarkdown(text), [text])
  return <div className={styles.markdown}>{each(blocks, renderBlock)}</div>
}

function renderBlock(block: MarkdownBlock): ReactNode {
  switch (block.type) {
    case 'paragraph':
      return <p dir="auto">{renderInline(block.content)}</p>
    case 'heading':
      return (
        <p dir="auto" className={styles.heading}>
          {renderInline(block.content)}
        </p>
      )
    case 'list':
      return renderList(block)
    case 'quote':
      return <blockquote>{each(block.blocks, renderBlock)}</blockquote>
    case 'code':
      return (
        <pre dir="ltr">
          <code>{block.text}</code>
        </pre>
      )
    case 'table':
      return renderTable(block)
    case 'rule':
      return <hr />
  }
}

function renderList(block: Extract<MarkdownBlock, { type: 'list' }>): ReactNode {
  const items = each(block.items, (blocks) => <li dir="auto">{renderItem(blocks)}</li>)
  return block.ordered ? <ol start={block.start}>{items}</ol> : <ul>{items}</ul>
}

/** A list item with a single paragraph is rendered without the margins of a paragraph. */
function renderItem(blocks: MarkdownBlock[]): ReactNode {
  return each(blocks, (block) =>
    block.type === 'paragraph' ? renderInline(block.content) : renderBlock(block),
  )
}

function renderTable(block: Extract<MarkdownBlock, { type: 'table' }>): ReactNode {
  return (
    <div className={styles.table}>
      <table>
        <thead>
          <tr>
            {each(block.head, (cell) => (
              <th scope="col">{renderInline(cell)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {each(block.rows, (row) => (
            <tr>
              {each(row, (cell) => (
                <td>{renderInline(cell)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function renderInline(content: Inline[]): ReactNode {
  return each(content, renderNode)
}

function renderNode(node: Inline): ReactNode {
  switch (node.type) {
    case 'text':
      return node.text
    case 'plain':
      return renderInline(node.content)
    case 'strong':
      return <strong>{renderInline(node.content)}</strong>
    case 'em':
      return <em>{renderInline(node.content)}</em>
    case 'del':
      return <del>{renderInline(node.content)}</del>
    case 'code':
      return <code>{node.text}</code>
    case 'break':
      return <br />
    case 'link':
      return (
        <a href={node.href} target="_blank" rel="noopener noreferrer nofollow">
          {renderInline(node.content)}
        </a>
      )
  }
}

/** Parts of a text have no identity, so they are passed as positional children, without keys. */
function each<Part>(parts: readonly Part[], render: (part: Part) => ReactNode): ReactNode {
  return createElement(Fragment, null, ...parts.map(render))
}
