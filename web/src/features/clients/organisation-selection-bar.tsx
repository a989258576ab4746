import { Button } from '@mantine/core'
import type { OrganisationView } from '@parley/contracts/organisation/endpoints.ts'
import { IconCoins, IconDownload, IconRobot, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { client } from '../../server/client.ts'
import { useMay } from '../../shell/access/use-may.ts'
import { useWorkspace } from '../../shell/navigation/places.ts'
import { AssignAgents } from './assign-agents.tsx'
import { assigning } from './assigning.ts'
import { GiveCredits } from './give-credits.tsx'
import {
  type BulkAction,
  DeleteSelected,
  ExportSelected,
  numberOf,
  type Selection,
  SelectionBar,
  toolbarButton,
} from './selection-bar.tsx'

/** What can be done with the selected organizations. */
export function OrganisationSelectionBar({ selection }: { selection: Selection<OrganisationView> }) {
  const { region, workspaceId } = useWorkspace()
  const may = useMay()
  const [open, setOpen] = useState<'agents' | 'credits' | 'delete'>()
  const close = () => setOpen(undefined)
  const act = (action: BulkAction<OrganisationView>) => selection.act(action, close)
  const at = ({ ID }: OrganisationView) => ({ params: { region, workspaceId, organisationId: ID } })
  const button = { ...toolbarButton, disabled: selection.pending }
  const spends = selection.chosen.some(({ allowBilling }) => allowBilling)
  return (
    <SelectionBar selection={selection}>
      <Button {...button} leftSection={<IconRobot size={16} />} onClick={() => setOpen('agents')}>
        Assign agents
      </Button>
      {may('billing.manage') && spends && (
        <Button {...button} leftSection={<IconCoins size={16} />} onClick={() => setOpen('credits')}>
          Give credits
        </Button>
      )}
      <ExportSelected
        selection={selection}
        icon={<IconDownload size={16} />}
        urlOf={(ids) =>
          client.url('organisations.export', { params: { region, workspaceId }, query: { ids } })
        }
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
                now: (one) => client.call('organisations.get', at(one)),
                save: (one, widgetIDs) =>
                  client.call('organisations.save', { ...at(one), body: { widgetIDs } }),
              }),
            )
          }
          onClose={close}
        />
      )}
      {open === 'credits' && <GiveCredits selection={selection} onClose={close} />}
      {open === 'delete' && (
        <DeleteSelected
          selection={selection}
          consequence=". Organizations with clients or credits are kept. This cannot be undone."
          onDelete={() =>
            act({
              done: (many) => `${many} deleted`,
              work: (one) => client.call('organisations.delete', at(one)),
            })
          }
          onClose={close}
        />
      )}
    </SelectionBar>
  )
}
