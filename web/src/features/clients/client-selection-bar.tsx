import { Button, Menu } from '@mantine/core'
import type { ClientView } from '@parley/contracts/client/endpoints.ts'
import type { OrganisationChoice } from '@parley/contracts/organisation/endpoints.ts'
import { IconBuildingCommunity, IconDownload, IconRobot, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { client } from '../../server/client.ts'
import { useWorkspace } from '../../shell/navigation/places.ts'
import { AssignAgents } from './assign-agents.tsx'
import { assigning } from './assigning.ts'
import {
  type BulkAction,
  DeleteSelected,
  ExportSelected,
  numberOf,
  type Selection,
  SelectionBar,
  toolbarButton,
} from './selection-bar.tsx'

/** What can be done with the selected clients. */
export function ClientSelectionBar(props: {
  selection: Selection<ClientView>
  organisations: OrganisationChoice[]
}) {
  const { selection, organisations } = props
  const { region, workspaceId } = useWorkspace()
  const [open, setOpen] = useState<'agents' | 'delete'>()
  const close = () => setOpen(undefined)
  const act = (action: BulkAction<ClientView>) => selection.act(action, close)
  const at = ({ ID }: ClientView) => ({ params: { region, workspaceId, clientId: ID } })
  const move = (one: ClientView, orgId: string) =>
    client.call('clients.save', { ...at(one), body: { orgId } })
  // Who had no organization can't be put back into none.
  const reverts = selection.chosen.every(({ orgName }) => orgName !== undefined)
  const button = { ...toolbarButton, disabled: selection.pending }
  return (
    <SelectionBar selection={selection}>
      <Menu>
        <Menu.Target>
          <Button {...button} leftSection={<IconBuildingCommunity size={16} />}>
            Move
          </Button>
        </Menu.Target>
        <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
          {organisations.map(({ ID, name }) => (
            <Menu.Item
              key={ID}
              onClick={() =>
                act({
                  done: (many) => `${many} moved to ${name}`,
                  work: (one) => move(one, ID),
                  ...(reverts && { undo: (one) => move(one, one.orgId) }),
                })
              }
            >
              <bdi>{name}</bdi>
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <Button {...button} leftSection={<IconRobot size={16} />} onClick={() => setOpen('agents')}>
        Assign agents
      </Button>
      <ExportSelected
        selection={selection}
        icon={<IconDownload size={16} />}
        urlOf={(ids) => client.url('clients.export', { params: { region, workspaceId }, query: { ids } })}
      />
      <Button {...button} color="red" leftSection={<IconTrash size={16} />} onClick={() => setOpen('delete')}>
        Delete
      </Button>
      {open === 'agents' && (
        <AssignAgents
          to={numberOf(selection.kind, selection.chosen.length)}
          pending={selection.pending}
          onAssign={(agents) =>
            act(
              assigning(agents, {
                now: (one) => client.call('clients.get', at(one)),
                save: (one, widgetIDs) => client.call('clients.save', { ...at(one), body: { widgetIDs } }),
              }),
            )
          }
          onClose={close}
        />
      )}
      {open === 'delete' && (
        <DeleteSelected
          selection={selection}
          consequence=": everything known of them is erased. This cannot be undone."
          onDelete={() =>
            act({
              done: (many) => `${many} deleted`,
              work: (one) => client.call('clients.delete', at(one)),
            })
          }
          onClose={close}
        />
      )}
    </SelectionBar>
  )
}
