"""Who follows whom: codes that pair two installations, and how a log goes from one to the other.

pairing      a code is shown here, and who brings it gets a token
joining      a code of another installation is typed here
addresses    what somebody types, as an address that can be asked
wire         one question over the network, with a deadline
reading      what a reader gets from us
receiving    what is sent up to us
pulling      what we get from a source
sending      what we send up to a source
people       the people of a club as the other side has them
announcing   what is done of that by itself, and what waits for the desk
directories  the same as files, on a stick
asking       a source is asked once
follower     the thread that asks again and again
states       how it is, in words
"""

from __future__ import annotations
