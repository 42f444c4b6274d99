import { useParams } from 'react-router-dom'
import { profile } from '#contract/profile/calls.ts'
import { PeopleList } from '#pwa/features/profile/PeopleList.tsx'
import { useList } from '#pwa/lib/api/api.ts'
import { Alert } from '#pwa/ui/Alert.tsx'

export function FollowersPage() {
  const { roomid: name = '' } = useParams()
  const list = useList(profile.listFollowers, { params: { name } })
  return <PeopleList of={list} empty={<Alert>フォロワーはまだいません。</Alert>} />
}
