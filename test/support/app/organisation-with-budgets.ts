import { chargeMonthlyBudgets } from '../../../src/app/budgets/budgets.ts'
import { refreshProject } from '../../../src/app/projects/refresh-project.ts'
import { dispatchingGithub, useCases } from './use-cases.ts'

/** The use cases, in an account whose file has this text, which a test may replace. */
export async function organisationWithBudgets(text: string) {
  const file = { kind: 'file' as const, text }
  const world = await useCases(dispatchingGithub([], { readOrganisationFile: async () => ({ ...file }) }), {
    runsAtOnce: 100,
  })
  const refresh = async () => {
    const { project } = await world.workRequest()
    return refreshProject(world, project)
  }
  return {
    ...world,
    file,
    refresh,
    /** Other projects of the account spend so much of the budget. */
    async spendElsewhere(name: string, usd: number): Promise<void> {
      const charged = { accountId: 77, budgets: [{ name, usdPerMonth: usd, warnAt: 100 }] }
      const { checks, set } = await chargeMonthlyBudgets(world.store, charged, usd, world.clock.at)
      await world.store.commit({ checks, set })
    },
  }
}
