import type { DashboardLayout } from '@parley/contracts/organisation/dashboard-layouts.ts'

export const dashboardLayoutOptions: { value: DashboardLayout; label: string }[] = [
  { value: 'vertical', label: 'Vertical' },
  { value: 'horizontal', label: 'Horizontal' },
]
