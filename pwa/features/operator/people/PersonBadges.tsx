import type { PersonRow } from '#contract/operator/people/calls.ts'
import { Badge } from '#pwa/ui/badge/Badge.tsx'

/** The role and status of a person. */
export const PersonBadges = ({ person }: { person: Pick<PersonRow, 'role' | 'status'> }) => (
  <>
    {person.role === 'operator' && <Badge tone="primary">運営</Badge>}
    {person.status === 'suspended' && <Badge tone="warning">停止中</Badge>}
  </>
)
