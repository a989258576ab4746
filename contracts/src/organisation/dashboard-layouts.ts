/** Where clients have the navigation of their dashboard: beside its pages, or in a row above them (part 2 §3). Without zod, for browsers. */
export const dashboardLayouts = ['vertical', 'horizontal'] as const
export type DashboardLayout = (typeof dashboardLayouts)[number]
export const defaultDashboardLayout: DashboardLayout = 'vertical'
