import { PeopleList } from '#pwa/features/operator/people/PeopleList.tsx'
import { Screen } from '#pwa/layouts/Screen.tsx'
import { paths } from '#pwa/lib/paths.ts'

export const UsersPage = () => (
  <Screen title="ユーザー" back={paths.admin}>
    <PeopleList />
  </Screen>
)
