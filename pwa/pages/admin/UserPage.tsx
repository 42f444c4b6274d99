import { useParams } from 'react-router-dom'
import { PersonView } from '#pwa/features/operator/people/PersonView.tsx'
import { Screen } from '#pwa/layouts/Screen.tsx'
import { paths } from '#pwa/lib/paths.ts'

export function UserPage() {
  const { name = '' } = useParams()
  return (
    <Screen title={`@${name}`} back={paths.adminUsers}>
      <PersonView name={name} />
    </Screen>
  )
}
