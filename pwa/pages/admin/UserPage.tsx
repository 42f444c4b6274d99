import { useParams } from 'react-router-dom'
import { deskPaths } from '#pwa/features/operator/desk-paths.ts'
import { PersonView } from '#pwa/features/operator/people/PersonView.tsx'
import { Screen } from '#pwa/layouts/Screen.tsx'

export function UserPage() {
  const { name = '' } = useParams()
  return (
    <Screen title={`@${name}`} back={deskPaths.users}>
      <PersonView name={name} />
    </Screen>
  )
}
