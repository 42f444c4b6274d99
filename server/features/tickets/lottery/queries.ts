import { sql, type Updateable } from 'kysely'
import type { Application, Lottery, LotteryGroup } from '#server/db/schema/lotteries.ts'
import type { Id, Instant } from '#server/db/schema/types.ts'
import type { Db, Schema, Tx } from '#server/db/schema.ts'

export const findLottery = (db: Db, ticketId: string): Promise<Lottery | undefined> =>
  db.selectFrom('lottery').selectAll().where('digital_ticket_id', '=', ticketId).executeTakeFirst()

/** Locks the lottery: applications, the close and the draw of one lottery happen one after the other. */
export const lockLottery = (tx: Tx, ticketId: string): Promise<Lottery | undefined> =>
  tx
    .updateTable('lottery')
    .set((eb) => ({ created_at: eb.ref('created_at') }))
    .where('digital_ticket_id', '=', ticketId)
    .returningAll()
    .executeTakeFirst()

export const insertLottery = (tx: Tx, row: Lottery) =>
  tx.insertInto('lottery').values(row).execute()

export const updateLottery = (tx: Tx, ticketId: string, row: Updateable<Schema['lottery']>) =>
  tx.updateTable('lottery').set(row).where('digital_ticket_id', '=', ticketId).execute()

/** Deletes a lottery with all that belongs to it. */
export async function deleteLottery(tx: Tx, ticketId: string) {
  for (const table of ['application', 'lottery_group', 'draw_text', 'lottery'] as const)
    await tx.deleteFrom(table).where('digital_ticket_id', '=', ticketId).execute()
}

/** Lotteries with something to do: closed for applications, or of a cancelled ticket. */
export const listDue = (db: Db, now: Instant, limit: number) =>
  db
    .selectFrom('lottery')
    .innerJoin('digital_ticket', 'digital_ticket.id', 'lottery.digital_ticket_id')
    .select('digital_ticket_id as id')
    .where('over_at', 'is', null)
    .where((eb) => eb.or([eb('closes_at', '<=', now), eb('status', '=', 'cancelled')]))
    .orderBy('closes_at')
    .limit(limit)
    .execute()

export const findText = (db: Db, ticketId: string) =>
  db
    .selectFrom('draw_text')
    .selectAll()
    .where('digital_ticket_id', '=', ticketId)
    .executeTakeFirst()

export const insertText = (tx: Tx, row: Schema['draw_text']) =>
  tx.insertInto('draw_text').values(row).execute()

export const setResult = (tx: Tx, ticketId: string, result: string) =>
  tx.updateTable('draw_text').set({ result }).where('digital_ticket_id', '=', ticketId).execute()

/** A person's application with its group. */
export const findApplication = (db: Db, ticketId: string, userId: string) =>
  db
    .selectFrom('application')
    .innerJoin('lottery_group', 'lottery_group.id', 'application.group_id')
    .selectAll('application')
    .select(['lottery_group.choices', 'lottery_group.invite', 'lottery_group.won_at'])
    .select('lottery_group.ticket_type_id')
    .where('application.user_id', '=', userId)
    .where('application.digital_ticket_id', '=', ticketId)
    .executeTakeFirst()

/** The people of a group, its leader first. */
export const listGroup = (db: Db, groupId: string) =>
  db
    .selectFrom('application')
    .leftJoin('user', 'user.id', 'application.user_id')
    .select(['application.public_id', 'application.user_id', 'application.position'])
    .select('user.display_name')
    .where('group_id', '=', groupId)
    .orderBy('application.position')
    .execute()

export const findInvited = (db: Db, ticketId: string, invite: string) =>
  db
    .selectFrom('lottery_group')
    .selectAll()
    .where('digital_ticket_id', '=', ticketId)
    .where('invite', '=', invite)
    .executeTakeFirst()

export const insertGroup = (tx: Tx, row: LotteryGroup) =>
  tx.insertInto('lottery_group').values(row).execute()

export const setChoices = (tx: Tx, groupId: string, choices: string) =>
  tx.updateTable('lottery_group').set({ choices }).where('id', '=', groupId).execute()

export const insertApplication = (tx: Tx, row: Application) =>
  tx.insertInto('application').values(row).execute()

/** Moves an application to another group. */
export const moveTo = (tx: Tx, publicId: string, group_id: Id, position: number) =>
  tx
    .updateTable('application')
    .set({ group_id, position })
    .where('public_id', '=', publicId)
    .execute()

export const deleteApplication = (tx: Tx, publicId: string) =>
  tx.deleteFrom('application').where('public_id', '=', publicId).execute()

/** Deletes a group that nobody is in any more. */
export const deleteEmptyGroup = (tx: Tx, groupId: string) =>
  tx
    .deleteFrom('lottery_group')
    .where('id', '=', groupId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('application')
            .select('application.public_id')
            .whereRef('application.group_id', '=', 'lottery_group.id'),
        ),
      ),
    )
    .execute()

/** All applications of a lottery, of people who have an account; with whether they are members of the room. */
export const listForDraw = (tx: Tx, ticketId: string) =>
  tx
    .selectFrom('application')
    .innerJoin('lottery_group', 'lottery_group.id', 'application.group_id')
    .innerJoin('user', 'user.id', 'application.user_id')
    .innerJoin('digital_ticket', 'digital_ticket.id', 'application.digital_ticket_id')
    .leftJoin('membership', (on) =>
      on
        .onRef('membership.room_id', '=', 'digital_ticket.room_id')
        .onRef('membership.user_id', '=', 'application.user_id'),
    )
    .select(['application.public_id', 'application.contribution', 'application.group_id'])
    .select(['lottery_group.choices', 'membership.status as membership_status'])
    .where('application.digital_ticket_id', '=', ticketId)
    .where('user.status', '<>', 'deleted')
    .execute()

/** The groups of a list by the public ids of their people, with those who may still be offered a seat. */
export const listGroupPeople = (tx: Tx, ticketId: string, publicIds: string[]) =>
  tx
    .selectFrom('application')
    .innerJoin('user', 'user.id', 'application.user_id')
    .select(['application.public_id', 'application.group_id', 'application.user_id'])
    .select(['user.email', 'user.status'])
    .where('application.digital_ticket_id', '=', ticketId)
    .where('application.public_id', 'in', publicIds)
    .$narrowType<{ user_id: string }>()
    .execute()

export const markWon = (tx: Tx, groupIds: string[], won_at: Instant, ticket_type_id: Id | null) =>
  tx
    .updateTable('lottery_group')
    .set({ won_at, ticket_type_id })
    .where('id', 'in', groupIds)
    .execute()

/** Public ids of the people whose group has won no seats yet. */
export const listWaiting = (db: Db, ticketId: string) =>
  db
    .selectFrom('application')
    .innerJoin('lottery_group', 'lottery_group.id', 'application.group_id')
    .select('application.public_id')
    .where('application.digital_ticket_id', '=', ticketId)
    .where('application.user_id', 'is not', null)
    .where('lottery_group.won_at', 'is', null)
    .execute()

/** People who applied, by public id after `after`, with the deadline of the seat that they won. */
export const listApplicants = (db: Db, ticketId: string, after: string, limit: number) =>
  db
    .selectFrom('application')
    .innerJoin('lottery_group', 'lottery_group.id', 'application.group_id')
    .innerJoin('user', 'user.id', 'application.user_id')
    .leftJoin('seat_offer', (on) =>
      on
        .onRef('seat_offer.user_id', '=', 'application.user_id')
        .on('seat_offer.kind', '=', 'digital_ticket')
        .onRef('seat_offer.subject_id', '=', 'application.digital_ticket_id')
        .on('seat_offer.drawn', '=', 1),
    )
    .select(['application.public_id', 'user.id as user_id', 'user.email', 'user.status'])
    .select(['lottery_group.won_at', 'seat_offer.expires_at', 'seat_offer.outcome'])
    .where('application.digital_ticket_id', '=', ticketId)
    .where('application.public_id', '>', after)
    .orderBy('application.public_id')
    .limit(limit)
    .execute()

/** The newest seat that was offered to a person by the draw. */
export const findDrawnOffer = (db: Db, ticketId: string, userId: string) =>
  db
    .selectFrom('seat_offer')
    .selectAll()
    .where('user_id', '=', userId)
    .where('kind', '=', 'digital_ticket')
    .where('subject_id', '=', ticketId)
    .where('drawn', '=', 1)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Applications of a person, by ticket: the order of locks. */
export const listOfPerson = (db: Db, userId: string) =>
  db
    .selectFrom('application')
    .select(['public_id', 'digital_ticket_id', 'group_id'])
    .where('user_id', '=', userId)
    .orderBy('digital_ticket_id')
    .execute()

/** Leaves the line of the list without a person. */
export const forgetPerson = (tx: Tx, publicId: string) =>
  tx.updateTable('application').set({ user_id: null }).where('public_id', '=', publicId).execute()

/** Groups with their choices and numbers of people. */
export const listSizes = (db: Db, ticketId: string) =>
  db
    .selectFrom('application')
    .innerJoin('lottery_group', 'lottery_group.id', 'application.group_id')
    .select((eb) => ['lottery_group.choices', eb.fn.countAll().as('people')])
    .where('application.digital_ticket_id', '=', ticketId)
    .groupBy(['lottery_group.id', 'lottery_group.choices'])
    .execute()

/** Seats that the draw has offered, by what became of them. */
export const countOffers = (db: Db, ticketId: string) =>
  db
    .selectFrom('seat_offer')
    .select((eb) => ['outcome', eb.fn.countAll().as('count')])
    .where('subject_id', '=', ticketId)
    // Spelled out, for the partial index.
    .where('drawn', '=', sql.lit(1))
    .groupBy('outcome')
    .execute()

/** Takes so many places of a type. The ticket's row is locked. */
export const takePlaces = (tx: Tx, typeId: string, count: number) =>
  tx
    .updateTable('ticket_type')
    .set((eb) => ({ taken: eb('taken', '+', count) }))
    .where('id', '=', typeId)
    .execute()

/** Whether the ticket was ever ordered, or anybody waits for it. */
export async function isOrdered(db: Db, ticketId: string): Promise<boolean> {
  const order = await db
    .selectFrom('order')
    .select('id')
    .where('kind', '=', 'digital_ticket')
    .where('subject_id', '=', ticketId)
    .limit(1)
    .executeTakeFirst()
  return order !== undefined
}
