/** Whether this run is the long one, which leaves nothing out: `npm run prove`. */
export const isLong: boolean = process.env['LATCHKEY_PROOF'] === 'long'
