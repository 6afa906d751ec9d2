/** Whole words between underscores. Numbers of tokens are settings, so the plural is none of them. */
const WORD = /(^|_)(KEYS?|TOKEN|SECRETS?|PASSWORDS?|PASSWD|PASSPHRASE|CREDENTIALS?|APIKEY|AUTHTOKEN)(_|$)/i;
/** Names of the field that hold such a word without an underscore, or hold a connection. */
const KNOWN = /^(PGPASSWORD|PGPASSFILE|MYSQL_PWD)$|(^|_)(DATABASE_UR[IL]|DSN|CONNECTION_STRING)$/i;
/** `scheme://user:password@host`, or `…;Password=…`. */
const CONNECTION = /[a-z][a-z0-9+.-]*:\/\/[^\s/:@]*:[^\s/@]+@|(^|[;?&\s])(password|pwd)=[^;&\s]/i;
/** A password of the way out is needed by all that speaks with the world. */
const PROXY = /^(https?|all|no|ftp)_proxy$/i;

/** Whether a variable looks like a secret, by its name or as the address of a service with a password. */
export const isSecret = (name: string, value: string): boolean =>
  !PROXY.test(name) && (WORD.test(name) || KNOWN.test(name) || CONNECTION.test(value));
