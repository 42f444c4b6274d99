import { useParams } from 'react-router-dom'
import { adminPaths } from '#pwa/features/operator/admin-paths.ts'
import { PersonView } from '#pwa/features/operator/people/PersonView.tsx'
import { Screen } from '#pwa/layouts/Screen.tsx'

export function UserPage() {
  const { name = '' } = useParams()
  return (
    <Screen title={`@${name}`} back={adminPaths.users}>
      <PersonView name={name} />
    </Screen>
  )
}
