/** Addresses as they are written and shown. */
import t from 'tap';
import { localUrlOf, publicUrlOf } from '../../src/app/ports.js';

t.test('an address that is shown can be asked, wherever the server listens', async (t) => {
  t.equal(localUrlOf('127.0.0.1', 8801), 'http://127.0.0.1:8801');
  t.equal(localUrlOf('0.0.0.0', 8801), 'http://127.0.0.1:8801');
  t.equal(localUrlOf('::', 8801), 'http://[::1]:8801');
  t.equal(localUrlOf('fd00::7', 8801), 'http://[fd00::7]:8801');
  t.equal(publicUrlOf('', '0.0.0.0', 8802), 'http://127.0.0.1:8802');
  t.equal(publicUrlOf('https://news.example/', '0.0.0.0', 8802), 'https://news.example');
});
