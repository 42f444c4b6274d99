import { paths } from '#pwa/lib/paths.ts'
import type { IconName } from '#pwa/ui/icon-names.ts'

export interface DeskSection {
  to: string
  label: string
  icon: IconName
  note: string
}

/** The operator's pages, those that are needed daily first. */
export const deskSections: DeskSection[] = [
  {
    to: paths.adminAudit(),
    label: '操作の記録',
    icon: 'archive',
    note: 'だれが、いつ、何をしたか',
  },
]
