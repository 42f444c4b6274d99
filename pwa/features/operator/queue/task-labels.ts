import type { Task, TaskKind } from '#contract/operator/queue/calls.ts'
import { yen } from '#pwa/lib/format.ts'
import { adminPaths } from '../admin-paths.ts'
import { kindLabels } from '../moderation/labels.ts'
import { topicLabels } from '../system/work-labels.ts'

export const taskLabels: Record<TaskKind, string> = {
  report: '通報',
  takedown: '削除依頼',
  disclosure: '開示請求',
  refund: '止まっている返金',
  work: '止まった処理',
}

/** The page on which a task is done; in a list, its row. */
export function taskPath({ kind, id }: Task): string {
  switch (kind) {
    case 'report':
      return adminPaths.report(id)
    case 'takedown':
      return adminPaths.takedown(id)
    case 'disclosure':
      return `${adminPaths.disclosures}#${id}`
    case 'refund':
      return `${adminPaths.money}#${id}`
    case 'work':
      return `${adminPaths.health}#${id}`
  }
}

/** What a task is about, in a line. */
export function taskTitle({ kind, title, content, amount, person }: Task): string {
  switch (kind) {
    case 'report':
    case 'takedown':
      return title || `${content ? kindLabels[content] : ''}（本文なし）`
    case 'disclosure':
      return `@${person} への請求`
    case 'refund':
      return `${yen(amount ?? 0)}・${title}`
    case 'work':
      return topicLabels[title] ?? title
  }
}

/** Its further facts, in a line. */
export function taskNote({ kind, content, count, number, person, error }: Task): string {
  const facts = [
    taskLabels[kind],
    number,
    content && kindLabels[content],
    count > 1 && `${count}件の通報`,
    kind !== 'disclosure' && person && `@${person}`,
    error,
  ]
  return facts.filter(Boolean).join('・')
}

export const taskKey = ({ kind, id }: Pick<Task, 'kind' | 'id'>) => `${kind}:${id}`
