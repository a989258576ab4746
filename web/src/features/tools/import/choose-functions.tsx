import { Button, Checkbox, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import type { AskedKey, ReadFunction, ReadImport } from '@parley/contracts/integration/import-endpoints.ts'
import { MOST_IMPORTED } from '@parley/contracts/integration/import-limits.ts'
import type { ToolView } from '@parley/contracts/integration/tool.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useDeferredValue, useId, useMemo, useState } from 'react'
import { count } from '../../../design/dates/moment.tsx'
import { noticeSuccess } from '../../../design/notices/notices.ts'
import { ProblemAlert } from '../../../design/notices/problem-alert.tsx'
import { DrawerFooter } from '../../../design/pages/framed-drawer.tsx'
import { counted } from '../../../design/words/counted.ts'
import { client, messageOf } from '../../../server/client.ts'
import { useMay } from '../../../shell/access/use-may.ts'
import { useWorkspace } from '../../../shell/navigation/places.ts'
import { CredentialField } from '../credential-field.tsx'
import styles from '../tools.module.css'
import { isKnown, keyFields, settingsOf } from './imported-settings.ts'

/** How many are shown at first: a document may describe a thousand. */
const SHOWN = 100

/** The functions that a document describes, of which some are created. */
export function ChooseFunctions(props: {
  found: ReadImport
  existing: readonly ToolView[]
  /** With which an MCP server was read. */
  credentialId: string | undefined
  onBack: () => void
  onClose: () => void
}) {
  const { found, existing } = props
  const { region } = useWorkspace()
  const formId = useId()
  const queryClient = useQueryClient()
  const [server, setServer] = useState(found.server)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [entered, setEntered] = useState<Record<string, string>>({})
  const readsCredentials = useMay()('credential.read')
  const [credentialId, setCredentialId] = useState(props.credentialId)
  const [search, setSearch] = useState('')
  const [shown, setShown] = useState(SHOWN)
  const words = useDeferredValue(search).toLowerCase().split(/\s+/).filter(Boolean)
  const matching = found.functions.filter(({ operation, name, description }) => {
    const text = `${operation} ${name} ${description}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
  const known = useMemo(
    () =>
      new Set(
        found.functions.filter((one) => isKnown(one, server, existing)).map(({ operation }) => operation),
      ),
    [found, server, existing],
  )
  const possible = matching.filter(({ problem, operation }) => problem === undefined && !known.has(operation))
  const isAll = possible.length > 0 && possible.every(({ operation }) => chosen.has(operation))
  const wanted = found.functions.filter(({ operation }) => chosen.has(operation))
  const needed = new Set(wanted.flatMap(({ keys }) => keys))
  const isMcp = found.kind === 'mcp'
  const keys = found.keys.filter(({ name }) => needed.has(name))
  const create = useMutation({
    mutationFn: () => {
      const fields = keyFields(keys, entered)
      const settings = wanted.map((one) =>
        settingsOf(one, server, {
          fields: credentialId === undefined ? one.keys.flatMap((name) => fields.get(name) ?? []) : [],
          credentialId: one.keys.length > 0 || isMcp ? credentialId : undefined,
        }),
      )
      return client.call('tools.import', { params: { region }, body: { settings } })
    },
    onSuccess: async ({ ids }) => {
      await queryClient.invalidateQueries({ queryKey: ['tools', region] })
      noticeSuccess(`${counted(ids.length, 'function')} ${ids.length === 1 ? 'was' : 'were'} created`)
      props.onClose()
    },
  })
  const choose = (operations: readonly string[], isChosen: boolean) =>
    setChosen((before) => {
      const after = new Set(before)
      for (const one of operations) isChosen ? after.add(one) : after.delete(one)
      return after
    })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    create.mutate()
  }
  return (
    <form id={formId} onSubmit={submit} noValidate>
      <Stack gap="md">
        {create.error && <ProblemAlert>{messageOf(create.error)}</ProblemAlert>}
        {!isMcp && (
          <TextInput
            label="Server"
            description={found.server === '' ? 'The document does not say where its server is' : undefined}
            placeholder="https://api.example.com"
            type="url"
            required
            maxLength={1_000}
            value={server}
            onChange={(event) => setServer(event.currentTarget.value)}
          />
        )}
        {found.functions.length > 8 && (
          <TextInput
            label="Search"
            placeholder={isMcp ? 'Name or description' : 'Name, path or description'}
            value={search}
            onChange={(event) => {
              setSearch(event.currentTarget.value)
              setShown(SHOWN)
            }}
          />
        )}
        <Stack gap={0} component="section" aria-label={isMcp ? 'Tools' : 'Operations'}>
          <Group justify="space-between" mb="xs">
            <Checkbox
              label={words.length > 0 ? 'All that match' : 'All'}
              checked={isAll}
              indeterminate={!isAll && possible.some(({ operation }) => chosen.has(operation))}
              disabled={possible.length === 0}
              onChange={(event) =>
                choose(
                  possible.map(({ operation }) => operation),
                  event.currentTarget.checked,
                )
              }
            />
            <Text size="sm" c="dimmed" role="status">
              {chosen.size > 0
                ? `${count(chosen.size)} chosen of ${count(found.found)}`
                : counted(found.found, isMcp ? 'tool' : 'operation')}
            </Text>
          </Group>
          {found.found > found.functions.length && (
            <Text size="sm" c="dimmed" mb="xs">
              Only the first {count(found.functions.length)} of {count(found.found)} operations could be read.
            </Text>
          )}
          {matching.length === 0 && <Text c="dimmed">Nothing matches.</Text>}
          <ul className={styles.operations}>
            {matching.slice(0, shown).map((one) => (
              <li key={one.operation}>
                <Operation
                  one={one}
                  isKnown={known.has(one.operation)}
                  isChosen={chosen.has(one.operation)}
                  onChange={(isChosen) => choose([one.operation], isChosen)}
                />
              </li>
            ))}
          </ul>
          {matching.length > shown && (
            <Button variant="subtle" mt="xs" onClick={() => setShown(shown + SHOWN)}>
              Show more
            </Button>
          )}
        </Stack>
        {readsCredentials && keys.length > 0 && (
          <CredentialField
            credentialId={credentialId}
            serverUrl={server}
            error={undefined}
            onChange={setCredentialId}
          />
        )}
        {(credentialId === undefined ? keys : []).map((key) => (
          <KeyField
            key={key.name}
            asked={key}
            value={entered[key.name] ?? ''}
            onChange={(value) => setEntered({ ...entered, [key.name]: value })}
          />
        ))}
        {wanted.length > MOST_IMPORTED && (
          <ProblemAlert>At most {MOST_IMPORTED} functions can be created at once.</ProblemAlert>
        )}
        <DrawerFooter
          left={
            <Button variant="default" onClick={props.onBack}>
              Back
            </Button>
          }
        >
          <Button
            type="submit"
            form={formId}
            loading={create.isPending}
            disabled={wanted.length === 0 || wanted.length > MOST_IMPORTED || server.trim() === ''}
          >
            {wanted.length === 0 ? 'Create functions' : `Create ${counted(wanted.length, 'function')}`}
          </Button>
        </DrawerFooter>
      </Stack>
    </form>
  )
}

function Operation(props: {
  one: ReadFunction
  isKnown: boolean
  isChosen: boolean
  onChange: (isChosen: boolean) => void
}) {
  const { operation, name, fields, problem, leftOut, needsApproval } = props.one
  const remark = props.isKnown
    ? 'There is a function for it already.'
    : (problem ?? (leftOut.length > 0 ? `Not sent: ${leftOut.slice(0, 5).join(', ')}.` : undefined))
  return (
    <Checkbox
      label={name}
      description={
        <>
          <span className={styles.address}>{operation}</span>
          {problem === undefined &&
            `, ${fields.length === 0 ? 'no fields' : counted(fields.length, 'field')}${needsApproval ? ', needs approval' : ''}`}
          {remark !== undefined && (
            <Text component="span" display="block" size="xs">
              {remark}
            </Text>
          )}
        </>
      }
      checked={props.isChosen}
      disabled={problem !== undefined || props.isKnown}
      onChange={(event) => props.onChange(event.currentTarget.checked)}
    />
  )
}

function KeyField(props: { asked: AskedKey; value: string; onChange: (value: string) => void }) {
  const { name, in: place, key, prefix } = props.asked
  const sent = place === 'query' ? `in the address as ${key}` : `in the header ${key}`
  return (
    <PasswordInput
      label={prefix === 'Basic ' ? `${name}: user name and password` : `${name}: key`}
      description={`Sent ${sent} by the functions that need it. It can be added to each function later.`}
      placeholder={prefix === 'Basic ' ? 'name:password' : 'Optional'}
      autoComplete="off"
      maxLength={3_000}
      value={props.value}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  )
}
