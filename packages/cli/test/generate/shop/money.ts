/** An amount of money. */
export interface Money {
  readonly currency: 'EUR' | 'USD'
  readonly cents: number
}

/** What an order went through. */
export type Step = 'paid' | 'sent'
