/** The models that reply, for whoever chooses one: what each costs and can do, and whether it works. */
import { faultAdvice } from '@parley/contracts/conversation/model-faults.ts'
import type { ModelCatalogue } from '@parley/contracts/models/catalogue.ts'
import type { ModelView } from '@parley/contracts/models/endpoints.ts'
import type { ModelFaults } from './model-faults.ts'
import type { Models } from './models.ts'

export function listModels(
  catalogue: ModelCatalogue,
  models: Pick<Models, 'describe'>,
  faults: Pick<ModelFaults, 'lastOf'>,
): Promise<ModelView[]> {
  const shown = catalogue.models.filter(({ abilities }) => !abilities.includes('embeddings'))
  return Promise.all(
    shown.map(async (model) => {
      const { configured, note } = models.describe(model.id)
      const fault = await faults.lastOf(model.id)
      return {
        ...model,
        configured,
        ...(note === undefined ? {} : { note }),
        ...(fault === undefined ? {} : { fault: faultAdvice(fault) }),
      }
    }),
  )
}
