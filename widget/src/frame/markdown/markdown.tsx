import { type MarkdownBlock, parseMarkdown } from '@parley/contracts/conversation/markdown.ts'
import type { Inline } from '@parley/contracts/conversation/markdown-inline.ts'
import type { ComponentChildren, VNode } from 'preact'
import { scrollable } from '../log/scrollable.ts'

/** Renders Markdown as elements, node by node, so that no text can become markup. */
export function Markdown({ text }: { text: string }): VNode {
  return <>{parseMarkdown(text).map(renderBlock)}</>
}

function renderBlock(block: MarkdownBlock): VNode {
  switch (block.type) {
    case 'paragraph':
      return <p dir="auto">{renderInline(block.content)}</p>
    case 'heading': {
      const Heading = `h${Math.min(block.level + 2, 6)}` as 'h3'
      return <Heading dir="auto">{renderInline(block.content)}</Heading>
    }
    case 'list': {
      const items = block.items.map((blocks) => <li>{renderItem(blocks)}</li>)
      // One direction for the whole list, so that all markers are on the same side.
      return block.ordered ? (
        <ol dir="auto" start={block.start}>
          {items}
        </ol>
      ) : (
        <ul dir="auto">{items}</ul>
      )
    }
    case 'quote':
      return <blockquote dir="auto">{block.blocks.map(renderBlock)}</blockquote>
    case 'code':
      return (
        <pre dir="ltr" {...scrollable}>
          <code>{block.text}</code>
        </pre>
      )
    case 'table':
      return (
        <div class="table" {...scrollable}>
          <table dir="auto">
            <thead>
              <tr>
                {block.head.map((cell) => (
                  <th scope="col">{renderInline(cell)}</th>
                ))}
              </tr>
            </thead>
            <tbody>
              {block.rows.map((row) => (
                <tr>
                  {row.map((cell) => (
                    <td>{renderInline(cell)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )
    case 'rule':
      return <hr />
  }
}

/** A list item with a single paragraph is rendered without the margins of a paragraph. */
function renderItem(blocks: MarkdownBlock[]): ComponentChildren {
  return blocks.map((block) =>
    block.type === 'paragraph' ? renderInline(block.content) : renderBlock(block),
  )
}

export function renderInline(content: Inline[]): ComponentChildren {
  return content.map(renderNode)
}

function renderNode(node: Inline): ComponentChildren {
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
