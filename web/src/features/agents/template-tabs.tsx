import { ScrollArea, Tabs } from '@mantine/core'
import type { TemplateKey } from '@parley/contracts/agent/templates.ts'
import { t } from '../../design/language.ts'
import { TemplateCards } from './template-cards.tsx'
import { templates, templateTabs } from './templates.ts'

/** The built-in templates under their tabs (part 1 §2). */
export function TemplateTabs(props: {
  selected: TemplateKey | undefined
  onSelect: (key: TemplateKey) => void
}) {
  return (
    <Tabs defaultValue={slugOf(templateTabs[0]?.label ?? '')} keepMounted={false}>
      <ScrollArea type="never" mb="md">
        <Tabs.List style={{ flexWrap: 'nowrap' }}>
          {templateTabs.map((tab) => (
            <Tabs.Tab key={tab.label} value={slugOf(tab.label)}>
              {t(tab.label)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </ScrollArea>
      {templateTabs.map((tab) => (
        <Tabs.Panel key={tab.label} value={slugOf(tab.label)}>
          <TemplateCards
            label={t(tab.label)}
            templates={templates.filter((template) => tab.keys.includes(template.key))}
            selected={props.selected}
            onSelect={props.onSelect}
          />
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}

/** Used in ids of elements, which must not contain spaces. */
const slugOf = (label: string) => label.toLowerCase().replaceAll(' ', '-')
